"""Runs programs as users write them, plainly and under observe."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

from jaxopt_lint.observe.child.events import Event
from jaxopt_lint.observe.reading import Run, read
from jaxopt_lint.observe.running import Options
from jaxopt_lint.observe.store import Store

ROOT = Path(__file__).parent.parent.parent
_RUN = """
import sys
sys.path.insert(0, {root!r})
from pathlib import Path
from jaxopt_lint.observe.running import Options
from jaxopt_lint.running.watching import observe
sys.exit(observe(sys.argv[1:], Path.cwd(), {options!r})[1])
"""

_ALL = Options()
# Another interpreter, with another JAX, that the programs are run under.
PYTHON = os.environ.get("JAXOPT_LINT_OBSERVED_PYTHON", sys.executable)


@dataclass
class Seen:
    """What a run showed of itself."""

    code: int
    out: str
    err: str


def write(root: Path, files: dict[str, str]) -> None:
    """The files of a project."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text).removeprefix("\n"))


def plain(root: Path, *command: str, python: str = PYTHON) -> Seen:
    """A run that nobody watches."""
    return _run(root, [python, *command])


def watched(
    root: Path,
    *command: str,
    options: Options = _ALL,
    python: str = PYTHON,
) -> tuple[Seen, Run]:
    """A watched run, and what it tells."""
    code = _RUN.format(root=str(ROOT), options=options)
    seen = _run(root, [sys.executable, "-c", code, python, *command])
    run = read(Store(root).path())
    assert not run.odd
    return seen, run


def _run(root: Path, command: Sequence[str]) -> Seen:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    environment |= {"JAX_PLATFORMS": "cpu", "PYTHONHASHSEED": "0"}
    done = subprocess.run(
        command, cwd=root, capture_output=True, text=True, timeout=240, env=environment
    )
    return Seen(done.returncode, done.stdout, done.stderr)


def line(root: Path, name: str, text: str) -> int:
    """The line of a file that a comment marks."""
    lines = (root / name).read_text().splitlines()
    (found,) = [i for i, one in enumerate(lines, 1) if one.endswith(f"# {text}")]
    return found


def at(run: Run, kind: type[Event], number: int, name: str = "train.py") -> list[Event]:
    """The events of a kind on a line."""
    return [one for one in run.of(kind) if one.place.file == name and one.place.line == number]
