"""How a run tells how far it is, and what of that a terminal shows."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from jaxopt_lint.fixing.checking import check_paths
from jaxopt_lint.fixing.run import fix_paths
from jaxopt_lint.settings.config import Config
from jaxopt_lint.settings.discovery import discover

ROOT = Path(__file__).parents[1]
OLD = "import jax\n\n\ndef f(g, x):\n    return jax.tree_map(g, x)\n"
COMMAND = (
    f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
    "import jaxopt_lint.cli.progress as progress\n"
    "progress.PATIENCE = 0\n"
    "from jaxopt_lint.cli.main import main\n"
    "sys.exit(main(sys.argv[1:]))\n"
)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for i in range(3):
        (tmp_path / f"m{i}.py").write_text(OLD)
    return tmp_path


class Record:
    """Remembers what it was told."""

    def __init__(self) -> None:
        self.told: list[tuple[str, int, int]] = []

    def __call__(self, done: int, total: int, what: str = "") -> None:
        self.told.append((what, done, total))

    def phases(self) -> list[str]:
        return list(dict.fromkeys(what for what, _, _ in self.told))


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_phase_is_told_from_its_start_to_its_end(
    project: Path, monkeypatch: pytest.MonkeyPatch, jobs: int
) -> None:
    monkeypatch.setattr("jaxopt_lint.running.pool.WORTH_IT", 2)
    config, record = Config(root=project), Record()
    check_paths(discover([str(project)], config), config, progress=record, jobs=jobs)
    assert record.phases() == ["Reading 3 files", "Parsing 3 files", "Linting 3 files"]
    for phase in record.phases():
        steps = [(done, total) for what, done, total in record.told if what == phase]
        assert steps == [(done, 3) for done in range(4)]


def test_fixing_is_told_of_as_well(project: Path) -> None:
    config, record = Config(root=project), Record()
    fix_paths(discover([str(project / "m1.py")], config), config, unsafe=False, progress=record)
    assert record.phases() == ["Reading 1 file", "Parsing 1 file", "Fixing 1 file"]
    assert record.told[-1] == ("Fixing 1 file", 1, 1)


def watched(project: Path, *arguments: str) -> tuple[int, str, str]:
    """Run with standard error on a terminal: exit code, output, and what the terminal got."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "JAXOPT_LINT_NO_CACHE": "1", "COLUMNS": "100"}
    with subprocess.Popen(
        [sys.executable, "-c", COMMAND, *arguments],
        cwd=project, env=environment, stdout=subprocess.PIPE, stderr=theirs,
    ) as process:  # fmt: skip
        os.close(theirs)
        seen = b""
        while True:
            try:
                more = os.read(ours, 65536)
            except OSError:  # the other end is closed
                break
            if not more:
                break
            seen += more
        os.close(ours)
        assert process.stdout is not None
        out = process.stdout.read()
    return process.returncode, out.decode(), seen.decode()


def test_a_terminal_shows_a_bar_and_keeps_nothing_of_it(project: Path) -> None:
    code, out, seen = watched(project, "--output-format", "concise", "--severity", "info")
    assert code == 1
    assert len(out.splitlines()) == 3
    assert re.search("(Reading|Parsing|Linting) 3 files", seen) and "\u2501" in seen
    assert seen.rindex("\x1b[2K") < seen.index("Found 3 findings")  # the bar's line is cleared
    assert seen.rindex("\x1b[?25h") > seen.rindex("\x1b[?25l")  # the cursor is back


@pytest.mark.parametrize("flag", ["-q", "-s"])
def test_who_wants_quiet_sees_no_bar(project: Path, flag: str) -> None:
    assert watched(project, flag)[2] == ""


def test_a_pipe_gets_no_bar(project: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", COMMAND], cwd=project, capture_output=True, text=True, check=False
    )
    assert done.stderr.startswith("Found 3 findings")
    assert "\x1b" not in done.stdout + done.stderr
