"""Runs the user's own command so that it is watched.

observe(["python", "train.py"], root)
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from jaxopt_lint import __version__
from jaxopt_lint.observe.store import Header, Store

_HOOK = Path(__file__).with_name("hook")
_CHILD = Path(__file__).with_name("child")
_PATIENCE = 10.0  # seconds for a command that was interrupted


@dataclass(frozen=True)
class Options:
    """What of a run is watched.

    Attributes:
        steps: iterations of the step loop that are written down; 0 for all.
        after: iterations of it that go by before.
        functions: globs of qualified names of functions; none for all.
        values: whether kinds, types and static values are kept.
    """

    steps: int = 0
    after: int = 0
    functions: tuple[str, ...] = field(default=())
    values: bool = True


def observe(command: Sequence[str], root: Path, options: Options = Options()) -> tuple[Header, int]:
    """Run a command in its usual way; returns its run, and its exit code as a shell has it.

    Raises:
        OSError: the store or the command cannot be used.
    """
    root = root.resolve()
    store = Store(root)
    given: dict[str, object] = {**vars(options), "functions": list(options.functions)}
    header = store.new(command, given, __version__)
    environment = os.environ | _environment(config_for(store, header))
    with subprocess.Popen(list(command), env=environment) as process:
        code = _wait(process)
    store.seal(header.name)
    return header, code if code >= 0 else 128 - code


def config_for(store: Store, header: Header) -> dict[str, object]:
    """What the processes of a run need to know of it."""
    return {
        "root": str(store.root),
        "folder": str(store.runs / header.name),
        "contents": str(store.contents),
        "child": str(_CHILD),
        **header.options,
    }


def _environment(config: dict[str, object]) -> dict[str, str]:
    """The variables by which all processes of the run know that they are watched."""
    path = os.pathsep.join(filter(None, [str(_HOOK), os.environ.get("PYTHONPATH", "")]))
    return {"PYTHONPATH": path, "JAXOPT_LINT_OBSERVE": json.dumps(config)}


def _wait(process: subprocess.Popen[bytes]) -> int:
    try:
        return process.wait()
    except KeyboardInterrupt:  # the terminal has told the command as well
        with contextlib.suppress(subprocess.TimeoutExpired, KeyboardInterrupt):
            return process.wait(_PATIENCE)
        process.kill()
        return 128 + signal.SIGINT
    except BaseException:
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_PATIENCE)
        process.kill()
        raise
