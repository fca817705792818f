"""Runs the user's own command so that it is watched, or so that its calls are kept.

observe(["python", "train.py"], root)
observe(["pytest", "-q", "tests"], root, Options(watch=False, record=True))
"""

from __future__ import annotations

import contextlib
import functools
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO

from jaxopt_lint import __version__
from jaxopt_lint.observe.interpreters import stand_ins
from jaxopt_lint.observe.running import HOOK, Options, config_for, environment
from jaxopt_lint.observe.sealing import hold, seal
from jaxopt_lint.observe.store import Header, Store
from jaxopt_lint.verify.child.family import descendants, end, end_with_parent

_ALL = Options()
_PATIENCE = 10.0  # seconds for a command that was interrupted
_AFTER = 5.0  # seconds for what a command has started, to end after it
_TICK = 0.05
_LOOK = 1.0  # seconds between signatures under what is recorded


def observe(
    command: Sequence[str],
    root: Path,
    options: Options = _ALL,
    *,
    output: IO[bytes] | None = None,
    errors: IO[bytes] | None = None,
) -> tuple[Header, int]:
    """Run a command in its usual way; returns its run, and its exit code as a shell has it.

    Args:
        output: where what it prints goes, instead of where ours goes.
        errors: the same of standard error.

    Raises:
        OSError: the store or the command cannot be used.
    """
    store = Store(root.resolve())
    header = store.new(command, options.plain(), __version__)
    config = config_for(store, header) | {"beside": _scripts(command)}
    folder = store.path(header.name)
    held: dict[str, int] = {}

    def look() -> None:
        held.update(hold(folder, held))

    code = None
    try:
        with stand_ins(os.environ | environment(config), HOOK) as variables:
            code = _run(list(command), variables, output, errors, look if options.record else None)
        code = code if code >= 0 else 128 - code
        _let_end(folder)
    finally:  # a run that is ended from outside has happened as far as it went
        look()
        seal(folder, code, time.time() - header.started)
    return header, code


def _let_end(folder: Path) -> None:
    """Wait for the workers of a pool, which say what they have seen when they find that who started
    them has ended: what is written to a run that is sealed makes it nobody's."""
    if os.name != "posix":
        return
    until = time.monotonic() + _AFTER
    logs = "*-*.jsonl", "*.calls"
    while time.monotonic() < until and any(_lives(one) for log in logs for one in folder.glob(log)):
        time.sleep(_TICK)


def _lives(log: Path) -> bool:
    """Whether the process that wrote a log is there, and has not ended unnoticed."""
    pid = log.name.partition(".")[0].partition("-")[0]
    try:
        os.kill(int(pid), 0)
        state = Path(f"/proc/{pid}/stat")
        return not (state.exists() and ") Z" in state.read_text(errors="replace"))
    except (OSError, ValueError, OverflowError):
        return False


def _scripts(command: Sequence[str]) -> list[str]:
    """The folders of the scripts that a command names: they are the user's wherever they lie."""
    found = (Path(one) for one in command if one.endswith(".py"))
    return [str(one.resolve().parent) for one in found if one.is_file()]


def _run(
    command: list[str],
    variables: dict[str, str],
    output: IO[bytes] | None,
    errors: IO[bytes] | None,
    look: Callable[[], None] | None,
) -> int:
    """The exit code of a command; it ends with us, and with it what it has started.

    Args:
        look: called again and again until then.
    """
    linux = sys.platform == "linux"
    follow = functools.partial(end_with_parent, os.getpid(), signal.SIGTERM) if linux else None
    with subprocess.Popen(
        command, env=variables, preexec_fn=follow, stdout=output, stderr=errors
    ) as process:
        try:
            while look is not None:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    return process.wait(_LOOK)
                look()
            return process.wait()
        except KeyboardInterrupt:  # the terminal has told the command as well
            with contextlib.suppress(subprocess.TimeoutExpired, KeyboardInterrupt):
                return process.wait(_PATIENCE)
            end(process)
            return 128 + signal.SIGINT
        except BaseException:
            family = descendants(process.pid) if os.name == "posix" else []
            process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(_PATIENCE)
            end(process)
            for one in family:
                with contextlib.suppress(OSError):
                    os.kill(one, signal.SIGKILL)
            raise
