"""Commands that set PYTHONPATH themselves are watched all the same."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from jaxopt_lint.observe.interpreters import stand_ins

pytestmark = pytest.mark.skipif(os.name != "posix", reason="there is no shell of this kind")


def interpreter(folder: Path, name: str = "python") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    made = folder / name
    made.write_text('#!/bin/sh\necho "$0|$PYTHONPATH|$#|$2"\n')
    made.chmod(0o755)
    return made


@pytest.mark.parametrize(
    ("command", "path"),
    [
        ("PYTHONPATH=src python a 'b c'", "{hook}:src"),
        ("python a 'b c'", "{hook}"),
        ("PYTHONPATH={hook}:src python a 'b c'", "{hook}:src"),
        ("env PYTHONPATH= python a 'b c'", "{hook}"),
    ],
)
def test_the_interpreter_behind_it_is_run(tmp_path: Path, command: str, path: str) -> None:
    hook = tmp_path / "what watches"
    behind = interpreter(tmp_path / "env" / "bin")
    variables = {"PATH": f"{behind.parent}:{os.defpath}"}
    with stand_ins(variables, hook) as given:
        first = given["PATH"].split(":")[0]
        said = subprocess.run(
            ["sh", "-c", command.replace("{hook}", f"'{hook}'")],
            env=given, capture_output=True, text=True, check=True,
        )  # fmt: skip
    assert said.stdout == f"{behind}|{path.format(hook=hook)}|2|b c\n"
    assert not Path(first).exists()


def test_a_name_that_is_not_there_is_not_there_either(tmp_path: Path) -> None:
    only = interpreter(tmp_path / "bin", "python3")
    with stand_ins({"PATH": str(only.parent)}, tmp_path) as given:
        assert sorted(os.listdir(given["PATH"].split(":")[0])) == ["python3"]
    with stand_ins({"PATH": str(tmp_path)}, tmp_path) as given:
        assert given == {"PATH": str(tmp_path)}


def test_a_command_that_sets_pythonpath_is_watched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    from jaxopt_lint.cli.main import main

    (tmp_path / "pyproject.toml").write_text("[tool.jaxopt-lint]\n")
    (tmp_path / "t.py").write_text("import jax.numpy as jnp\n\nprint(jnp.ones(3).sum())\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    main(["observe", "--", "sh", "-c", "PYTHONPATH=src python t.py"])
    out, err = capfd.readouterr()
    assert "3.0" in out and "no process of" not in out + err
