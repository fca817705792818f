"""Bytecode of installed modules is kept for other jobs, and nothing else is written."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from jaxopt_lint.verify.session import CHILD

CODE = """
import importlib.util, os, sys
spec = importlib.util.spec_from_file_location("bytecode", {child!r})
bytecode = importlib.util.module_from_spec(spec)
spec.loader.exec_module(bytecode)
sys.prefix = {installed!r}
sys.path[:0] = [{installed!r}, {project!r}]
bytecode.keep({kept!r})
import first_module, of_the_project
print(len(os.listdir({kept!r})))
bytecode.stop()
import second_module
used = first_module.__cached__.startswith({kept!r})
print(len(os.listdir({kept!r})), used, sys.dont_write_bytecode)
"""


def test_bytecode_is_kept_in_one_place(tmp_path: Path) -> None:
    installed, project, kept = (tmp_path / one for one in ("installed", "project", "kept"))
    for folder in (installed, project):
        folder.mkdir()
    for name in ("first_module", "second_module"):
        (installed / f"{name}.py").write_text("X = 1\n")
    (project / "of_the_project.py").write_text("X = 1\n")
    code = CODE.format(
        child=str(CHILD / "bytecode.py"), installed=str(installed), project=str(project),
        kept=str(kept),
    )  # fmt: skip
    for _ in range(2):  # what is kept is used
        done = subprocess.run(
            [sys.executable, "-B", "-c", code], capture_output=True, text=True, check=False
        )
        assert done.stdout == "1\n1 True True\n", done.stderr
    assert not list(tmp_path.rglob("__pycache__"))
