"""How reports are held against known losses, on reports that are written out here."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "scripts" / "losses"
ANSWERS = {
    "note": "",
    "A": [
        {
            "file": "slow.py", "kind": "waits", "line": 9, "acceptable_lines": [7, 8],
            "other_file": {"slow_lib/solver.py": [34, 35]},
        },
        {"file": "again.py", "kind": "retraces", "line": 4, "acceptable_lines": [4]},
    ],
    "B": ["fine.py"],
}  # fmt: skip


@pytest.fixture
def judging(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.syspath_prepend(str(SCRIPT.parent))
    yield importlib.import_module("_losses_judging")
    for name in [name for name in sys.modules if name.startswith(("_losses_", "_corpus_"))]:
        del sys.modules[name]


def answers(folder: Path) -> Path:
    path = folder / "answers.json"
    path.write_text(json.dumps(ANSWERS))
    return path


def loss(line: int, share: float = 0.2, group: str = "time", file: str = "slow.py") -> Any:
    place = {"file": file, "line": line, "function": "main", "column": 0}
    return {"kind": "waited", "group": group, "place": place, "share": share}


def report(*losses: Any) -> Any:
    return {"losses": list(losses), "below": [loss(9)]}


def test_answers_are_read(judging: Any, tmp_path: Path) -> None:
    again, fine, slow = judging.programs(answers(tmp_path))
    assert (again.name, again.kind) == ("again.py", "retraces")
    assert again.lines == {"again.py": {4}}
    assert (fine.name, fine.kind, fine.lines) == ("fine.py", judging.GOOD, {})
    assert slow.lines == {"slow.py": {7, 8, 9}, "solver.py": {34, 35}}
    assert judging.programs(answers(tmp_path), ["slow", "fine.py"]) == [fine, slow]


@pytest.mark.parametrize(
    ("losses", "first", "named"),
    [
        ([loss(9), loss(30)], True, True),
        ([loss(7)], True, True),
        ([loss(30, 0.5), loss(8, 0.1)], False, True),
        ([loss(30)], False, False),
        ([loss(9, file="elsewhere.py")], False, False),
        ([loss(34, file="slow_lib/solver.py")], True, True),
        ([], False, False),
        # What is too small to count does not take the first rank.
        ([loss(30, 0.02), loss(9, 0.021)], True, True),
        ([loss(30, 0.0, "results"), loss(9)], False, True),
        ([loss(9, 0.0, "memory")], True, True),
    ],
)
def test_a_known_loss(
    judging: Any, tmp_path: Path, losses: list[Any], first: bool, named: bool
) -> None:
    (slow,) = judging.programs(answers(tmp_path), ["slow"])
    verdict = judging.judge(slow, report(*losses))
    assert (verdict.first, verdict.named) == (first, named)
    assert bool(verdict.instead) == (bool(losses) and not first)


@pytest.mark.parametrize(
    ("losses", "passes"),
    [
        ([], True),
        ([loss(3, 0.02)], True),
        ([loss(3, 0.03)], False),
        ([loss(3, 0.0, "memory")], False),
        ([loss(3, 0.0, "results")], False),
    ],
)
def test_a_good_program(judging: Any, tmp_path: Path, losses: list[Any], passes: bool) -> None:
    (fine,) = judging.programs(answers(tmp_path), ["fine"])
    assert judging.judge(fine, report(*losses)).first is passes


def test_the_table_counts_by_kind_and_jax(judging: Any, tmp_path: Path) -> None:
    again, fine, slow = judging.programs(answers(tmp_path))
    measured = judging.Measured()
    measured.add("0.6.2", judging.judge(slow, report(loss(30), loss(9))))
    measured.add("0.6.2", judging.Verdict(again, broken="stopped after 5 s"))
    measured.add("0.6.2", judging.judge(fine, report(loss(3))))
    measured.add("0.8.1", judging.judge(slow, report(loss(9))))
    measured.add("0.8.1", judging.judge(again, report()))
    measured.add("0.8.1", judging.judge(fine, report()))
    assert judging.table(measured).splitlines() == [
        "| loss | JAX 0.6.2 | JAX 0.8.1 |",
        "|---|---:|---:|",
        "| retraces | - | 0 / 0 of 1 |",
        "| waits | 0 / 1 of 1 | 1 / 1 of 1 |",
        "| **all** | 0 / 1 of 1 | 1 / 1 of 2 |",
        "| good, with no loss | 0 of 1 | 1 of 1 |",
    ]
    assert judging.others(measured).splitlines() == [
        "again.py, JAX 0.6.2: no report, stopped after 5 s",
        "again.py, JAX 0.8.1: retraces not named; told nothing",
        "fine.py, JAX 0.6.2: good, and told waited at line 3 (20%)",
        "slow.py, JAX 0.6.2: waits named, not first; told waited at line 30 (20%), "
        "waited at line 9 (20%)",
    ]


def test_all_programs_that_are_kept_have_answers(judging: Any) -> None:
    folder = ROOT / "examples" / "losses"
    known = judging.programs(folder / "answers.json")
    assert [one.name for one in known] == sorted(path.name for path in folder.glob("*.py"))
    for one in known:
        for name, lines in one.lines.items():
            length = len((folder / name).read_text(encoding="utf-8").splitlines())
            assert all(1 <= line <= length for line in lines), one.name


# An interpreter that has a JAX and whose programs do nothing but end.
STANDING_IN = """\
#!{python}
import sys
if sys.argv[1] == "-c":
    print("0.9.9")
elif sys.argv[1] == "again.py":
    sys.exit("no such thing")
"""


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), "--programs", str(folder), *arguments]
    environment = os.environ | {"JAXOPT_LINT_CORPUS": str(folder / "cache")}
    return subprocess.run(command, capture_output=True, text=True, timeout=120, env=environment)


def test_programs_are_run_and_told(tmp_path: Path) -> None:
    answers(tmp_path)
    for name in ("slow.py", "again.py", "fine.py"):
        (tmp_path / name).write_text("\n" * 9)
    python = tmp_path / "python"
    python.write_text(STANDING_IN.format(python=sys.executable))
    python.chmod(0o755)
    done = run(tmp_path, "--python", str(python), "--jobs", "2")
    assert done.returncode == 1, done.stderr
    assert "| **all** | 0 / 0 of 1 |" in done.stdout
    assert "| good, with no loss | 1 of 1 |" in done.stdout
    assert "again.py, JAX 0.9.9: no report, exit code 1: no such thing" in done.stdout
    assert "slow.py, JAX 0.9.9: waits not named; told nothing" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["other", "--python", sys.executable], "tells nothing of other.py"),
        (["slow", "--python", sys.executable], "not in"),
        (["--python", "/nowhere/python"], "/nowhere/python: No such file"),
        (["--answers", "/nowhere.json", "--python", sys.executable], "no answers can be read"),
    ],
)
def test_what_cannot_be_measured_is_said(tmp_path: Path, arguments: list[str], words: str) -> None:
    answers(tmp_path)
    done = run(tmp_path, *arguments)
    assert done.returncode == 2
    assert done.stderr.startswith("scripts/losses: ") and words in done.stderr
    assert len(done.stderr.splitlines()) == 1
