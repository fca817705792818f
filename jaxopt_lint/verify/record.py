"""Run the user's own command and keep the calls of the project's functions, to replay them later.

record(["pytest", "-q", "tests"], root, store)
record(["python", "train.py", "--steps", "3"], root, store)
"""

from __future__ import annotations

import contextlib
import functools
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from jaxopt_lint.files.secret import signature
from jaxopt_lint.verify.child.family import end_family, end_with_parent
from jaxopt_lint.verify.child.names import folder_name
from jaxopt_lint.verify.sources import Store

_HOOK = Path(__file__).with_name("hook")
_CHILD = Path(__file__).with_name("child")
_PYTHON = re.compile(r"^(python|pypy)[\d.]*(\.exe)?$")
_WITH_VALUE = ("-W", "-X", "--check-hash-based-pycs")
_PATIENCE = 5.0  # seconds for a command that was interrupted
LIMIT = 4  # calls kept of each function


class CannotRecord(Exception):
    """There is no place where recordings would be safe, or believed."""


@dataclass
class RecordSummary:
    """What a recording gave."""

    returncode: int  # of the user's command
    recorded: dict[str, int] = field(default_factory=dict)  # function -> calls kept
    problems: dict[str, str] = field(default_factory=dict)  # function -> why a call was lost
    never_called: list[str] = field(default_factory=list)


def record(
    command: Sequence[str],
    root: Path,
    store: Path,
    functions: Sequence[str] | None = None,
    limit: int = LIMIT,
) -> RecordSummary:
    """Run a command in its usual way; earlier recordings of the same functions are replaced."""
    root = root.resolve()
    if signature() is None:
        raise CannotRecord("recordings cannot be signed: your home folder takes no key; set HOME")
    store = store.resolve()
    if functions is None:
        shutil.rmtree(store, ignore_errors=True)
    for function in functions or ():
        shutil.rmtree(store / folder_name(function), ignore_errors=True)
    store.mkdir(parents=True, exist_ok=True)
    for old in store.glob("summary-*.json"):
        old.unlink()
    config = {
        "root": str(root),
        "store": str(store),
        "functions": list(functions or ()),
        "limit": limit,
        "child": str(_CHILD),
    }
    path = os.pathsep.join(filter(None, [str(_HOOK), os.environ.get("PYTHONPATH", "")]))
    environment = os.environ | {"PYTHONPATH": path, "JAXOPT_LINT_RECORD": json.dumps(config)}
    summary = _summary(_run(_through_hook(list(command)), environment), store)
    Store(store).sign(list(summary.recorded))
    return summary


def _run(command: list[str], environment: dict[str, str]) -> int:
    """The exit code of a command; it ends with us, and with it what it has started."""
    linux = sys.platform == "linux"
    follow = functools.partial(end_with_parent, os.getpid(), signal.SIGTERM) if linux else None
    with subprocess.Popen(command, env=environment, preexec_fn=follow) as process:
        try:
            return process.wait()
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):  # the terminal has told the command as well
                with contextlib.suppress(subprocess.TimeoutExpired, KeyboardInterrupt):
                    process.wait(_PATIENCE)
            if os.name == "posix":
                end_family(process.pid)
            else:
                process.kill()
            raise


def _through_hook(command: list[str]) -> list[str]:
    """The command, with a script that it runs started by the hook's own runner."""
    if not command or not _PYTHON.match(Path(command[0]).name):
        return command
    place = 1
    while place < len(command) and command[place].startswith("-") and command[place] != "-m":
        if command[place] in ("-c", "-"):
            return command
        place += 2 if command[place] in _WITH_VALUE else 1
    if place >= len(command):
        return command
    if command[place] == "-m" and command[place + 1 : place + 2] == ["pytest"]:
        return command
    return [*command[:place], str(_HOOK / "script.py"), *command[place:]]


def _summary(returncode: int, store: Path) -> RecordSummary:
    summary = RecordSummary(returncode)
    known: set[str] = set()
    for path in store.glob("summary-*.json"):
        seen = json.loads(path.read_text())
        known |= set(seen["functions"])
        summary.problems |= seen["problems"]
    for name in sorted(known):
        calls = len(list((store / folder_name(name)).glob("*.call")))
        if calls:
            summary.recorded[name] = calls
        elif name not in summary.problems:
            summary.never_called.append(name)
    return summary
