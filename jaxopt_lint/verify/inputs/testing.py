"""Calls that the project's own tests make, on request: pytest runs them under the recorder."""

from __future__ import annotations

import contextlib
import functools
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

from jaxopt_lint.observe.recorded import Recorded, recorded
from jaxopt_lint.observe.running import CALLS, Options, configured, environment
from jaxopt_lint.verify.budget import shorter
from jaxopt_lint.verify.child import family
from jaxopt_lint.verify.evidence import Reason
from jaxopt_lint.verify.inputs.plan import Asked, Missing, Plan, Running, records
from jaxopt_lint.verify.inputs.standing import is_test, texts

_FILES = 12  # that are run for one function
_TICK = 0.2  # seconds between looks at what is kept
_AFTER_FIRST = 10.0  # seconds that are waited for calls of another kind
_NO_PYTEST = "No module named pytest"


class Tests:
    """Runs the test files that mention the function's module, as long as calls are wanted."""

    name = "tests"

    def plan(self, asked: Asked) -> Plan | Missing | None:
        """The calls that tests made, or why there are none; None where nobody asked for tests."""
        running = asked.running
        if running is None or not asked.settings.from_tests or asked.pieces:
            return None
        files = _files(asked, running.overlay)
        if not files:
            return Missing(Reason.NO_INPUT_SPEC, "no test file mentions its module")
        folder = running.session.new_folder()
        said = _run(asked, running, files, folder)
        seen = recorded(folder / "calls")
        calls = seen.calls.get(asked.function, [])[:CALLS]
        if calls:
            words = f"{len(calls)} call{'s' if len(calls) > 1 else ''} in tests: {_short(files)}"
            return records(calls, folder / "values", words, asked.settings)
        return _missing(asked, seen, files, said)


def _missing(asked: Asked, seen: Recorded, files: list[str], said: str) -> Missing:
    lost = seen.lost.get(asked.function)
    if lost is not None:
        return Missing(Reason.UNPICKLABLE, lost.reason)
    return Missing(Reason.NEVER_CALLED, f"tests do not call it ({_short(files)}{said})")


def _short(files: list[str]) -> str:
    more = f" and {len(files) - 2} more" if len(files) > 2 else ""
    return ", ".join(files[:2]) + more


def _files(asked: Asked, overlay: Path) -> list[str]:
    """The test files that mention the module, those that mention the function as well first."""
    name = asked.qualname.rpartition(".")[2]
    name = asked.qualname.split(".")[-2] if name.startswith("__") else name
    stem = asked.module.rpartition(".")[2]
    word, module = re.compile(rf"\b{re.escape(name)}\b"), re.compile(rf"\b{re.escape(stem)}\b")
    package = asked.module.partition(".")[0]
    found = []
    for path, text in texts(overlay):
        if is_test(path) and package in text and (word.search(text) or module.search(text)):
            rank = not word.search(text), not module.search(text), len(text)
            found.append((rank, path))
    return [path for _, path in sorted(found)[:_FILES]]


def _run(asked: Asked, running: Running, files: list[str], folder: Path) -> str:
    """Run pytest until there are enough calls; what it said in the end, where it failed."""
    for name in ("calls", "values"):
        (folder / name).mkdir()
    options = Options(watch=False, record=True, only=(asked.function,))
    config = configured(running.overlay.resolve(), options, folder / "calls", folder / "values")
    more = environment(config)
    paths = [str(running.overlay / one) for one in running.path]
    variables = running.session.environment() | more
    variables["PYTHONPATH"] = os.pathsep.join([more["PYTHONPATH"], *paths])
    if asked.settings.backend == "cpu":
        variables["JAX_PLATFORMS"] = "cpu"
    pytest = [asked.settings.python, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    command = running.session.confined([*pytest, "-o", "addopts=", *files])
    linux = sys.platform == "linux"
    follow = functools.partial(family.end_with_parent, os.getpid(), signal.SIGTERM)
    with open(folder / "log", "wb") as log:
        process = subprocess.Popen(
            command, cwd=running.overlay, env=variables, stdin=subprocess.DEVNULL, stdout=log,
            stderr=log, start_new_session=True, preexec_fn=follow if linux else None,
        )  # fmt: skip
        try:
            _wait(process, folder / "calls", asked)
        finally:
            family.end(process)
            process.wait()
    text = (folder / "log").read_text("utf-8", errors="replace")
    if _NO_PYTEST in text:
        return f": {_NO_PYTEST} for {asked.settings.python}"
    errors = [line for line in text.splitlines() if line.startswith("E  ")]
    return f": {errors[0][1:].strip()[:200]}" if errors else ""


def _wait(process: subprocess.Popen[bytes], folder: Path, asked: Asked) -> None:
    """Wait until tests end, make enough calls, or take too long."""
    until = time.monotonic() + shorter(asked.settings.timeout, asked.settings.budget)
    first = 0.0
    while time.monotonic() < until:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_TICK)
            return
        count = recorded(folder).count
        if count and not first:
            first = time.monotonic()
            until = min(until, first + _AFTER_FIRST)
        if count >= CALLS:
            return
