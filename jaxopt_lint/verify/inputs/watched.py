"""Runs a command of the project's own in its copy, and keeps with which arguments it calls a
function, until there are enough calls."""

from __future__ import annotations

import contextlib
import functools
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from jaxopt_lint.observe.recorded import Recorded, recorded
from jaxopt_lint.observe.running import CALLS, Options, configured, environment
from jaxopt_lint.verify.child import family
from jaxopt_lint.verify.inputs.plan import Running
from jaxopt_lint.verify.settings import VerifySettings

# Where pytest rewrites assertions, it loads files of tests itself, and nothing is recorded.
PYTEST = ("-p", "no:cacheprovider", "--assert=plain")
_TICK = 0.2  # seconds between looks at what is kept
_AFTER_FIRST = 10.0  # seconds that are waited for calls of another kind


@dataclass(frozen=True)
class Watched:
    """What a command has shown.

    Attributes:
        seen: the calls that were kept; `values`: the folder with their arrays.
        log: what the command printed.
        ended: whether it came to its end by itself.
    """

    seen: Recorded
    values: Path
    log: str
    ended: bool


def watched(
    command: Sequence[str],
    function: str,
    running: Running,
    settings: VerifySettings,
    seconds: float,
    *,
    folder: Path | None = None,
    variables: Mapping[str, str] | None = None,
) -> Watched:
    """Run a command in the sandbox until it ends, makes enough calls, or takes too long.

    Args:
        folder: of the copy, in which it is started.
        variables: that it gets besides those of all code that is judged.
    """
    session, overlay = running.session, running.overlay
    session.tested = True  # nobody knows what it reads
    work = session.new_folder()
    for name in ("calls", "values"):
        (work / name).mkdir()
    options = Options(watch=False, record=True, only=(function,))
    config = configured(overlay.resolve(), options, work / "calls", work / "values")
    more = environment(config)
    given = session.environment() | dict(variables or {}) | more
    paths = [str(overlay / one) for one in running.path]
    given["PYTHONPATH"] = os.pathsep.join([more["PYTHONPATH"], *paths])
    if settings.backend == "cpu":
        given["JAX_PLATFORMS"] = "cpu"
    linux = sys.platform == "linux"
    follow = functools.partial(family.end_with_parent, os.getpid(), signal.SIGTERM)
    with open(work / "log", "wb") as log:
        process = subprocess.Popen(
            session.confined(command), cwd=folder or overlay, env=given, stdin=subprocess.DEVNULL,
            stdout=log, stderr=log, start_new_session=True, preexec_fn=follow if linux else None,
        )  # fmt: skip
        try:
            ended = _wait(process, work / "calls", seconds)
        finally:
            family.end(process)
            process.wait()
    text = (work / "log").read_text("utf-8", errors="replace")
    return Watched(recorded(work / "calls"), work / "values", text, ended)


def _wait(process: subprocess.Popen[bytes], folder: Path, seconds: float) -> bool:
    """Wait until a command ends, makes enough calls, or takes too long; whether it ended."""
    until = time.monotonic() + seconds
    first = 0.0
    while time.monotonic() < until:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_TICK)
            return True
        count = recorded(folder).count
        if count and not first:
            first = time.monotonic()
            until = min(until, first + _AFTER_FIRST)
        if count >= CALLS:
            return False
    return False
