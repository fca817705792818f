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
from collections.abc import Sequence
from pathlib import Path

from jaxopt_lint import __version__
from jaxopt_lint.observe.running import Options, config_for, environment
from jaxopt_lint.observe.store import Header, Store
from jaxopt_lint.verify.child.family import descendants, end, end_with_parent

_ALL = Options()
_PATIENCE = 10.0  # seconds for a command that was interrupted


def observe(command: Sequence[str], root: Path, options: Options = _ALL) -> tuple[Header, int]:
    """Run a command in its usual way; returns its run, and its exit code as a shell has it.

    Raises:
        OSError: the store or the command cannot be used.
    """
    store = Store(root.resolve())
    header = store.new(command, options.plain(), __version__)
    code = _run(list(command), os.environ | environment(config_for(store, header)))
    store.seal(header.name)
    return header, code if code >= 0 else 128 - code


def _run(command: list[str], variables: dict[str, str]) -> int:
    """The exit code of a command; it ends with us, and with it what it has started."""
    linux = sys.platform == "linux"
    follow = functools.partial(end_with_parent, os.getpid(), signal.SIGTERM) if linux else None
    with subprocess.Popen(command, env=variables, preexec_fn=follow) as process:
        try:
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
