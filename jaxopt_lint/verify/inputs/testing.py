"""Calls that the project's own tests make: pytest runs them under the recorder.

Asked for tests, it runs the files that mention the function's module. Else it runs those tests
alone that lead to the function, as what they take (fixtures, parameters) pytest alone can make.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator
from pathlib import Path

from jaxopt_lint.observe.recorded import Recorded
from jaxopt_lint.observe.running import CALLS
from jaxopt_lint.verify.budget import shorter
from jaxopt_lint.verify.evidence import Reason
from jaxopt_lint.verify.inputs.calls import file_of
from jaxopt_lint.verify.inputs.plan import Asked, Missing, Plan, Running, records
from jaxopt_lint.verify.inputs.slicing import words
from jaxopt_lint.verify.inputs.standing import is_test, leading, texts
from jaxopt_lint.verify.inputs.watched import PYTEST, Watched, watched

_FILES = 12  # that are run for one function
_TESTS = 8  # that are run for one function where nobody asked for them
_PART = 0.5  # of the time limit, for these
_NO_PYTEST = "No module named pytest"
_SAID = re.compile(r"E  .*(?<!%])$")  # of an error, and not of how far pytest has come


class Tests:
    """Runs tests that may call the function, as long as calls are wanted."""

    name = "tests"

    def plan(self, asked: Asked) -> Plan | Missing | None:
        """The calls that tests made, or why there are none; None where none would call it."""
        running = asked.running
        if running is None or asked.pieces:
            return None
        wanted = asked.settings.from_tests
        files = _files(asked, running.overlay) if wanted else _near(asked, running)
        if not files:
            none = Missing(Reason.NO_INPUT_SPEC, "no test file mentions its module")
            return none if wanted else None
        shown, said = _run(asked, running, files, 1 if wanted else _PART)
        if not wanted and _NO_PYTEST in said:
            return None
        seen = shown.seen
        calls = seen.calls.get(asked.function, [])[:CALLS]
        if calls:
            words = f"{len(calls)} call{'s' if len(calls) > 1 else ''} in tests: {_short(files)}"
            lost = seen.lost.get(asked.function)
            return records(calls, shown.values, words, asked.settings, lost)
        return _missing(asked, seen, files, said, wanted=wanted)


def _missing(asked: Asked, seen: Recorded, files: list[str], said: str, *, wanted: bool) -> Missing:
    lost = seen.lost.get(asked.function)
    if lost is not None:
        return Missing(Reason.UNPICKLABLE, lost.reason)
    reason = Reason.NEVER_CALLED if wanted else Reason.NO_INPUT_SPEC
    return Missing(reason, f"tests do not call it ({_short(files)}{said})")


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


def _near(asked: Asked, running: Running) -> list[str]:
    """The tests that mention the function, or what leads to it, as pytest names them."""
    home = file_of(asked, running)
    if home is None:
        return []
    found: list[str] = []
    for mentions in leading(running.overlay, home, asked.qualname):
        for one, meant, _ in mentions:
            if is_test(one.path):
                found += (f"{one.path}::{name}" for name in _tests(one.tree, meant.names))
        if len(found) >= _TESTS:
            break
    return list(dict.fromkeys(found))[:_TESTS]


def _tests(tree: ast.Module, names: Collection[str]) -> Iterator[str]:
    """The tests of a file that mention one of some names."""
    for statement in tree.body:
        outer = f"{statement.name}::" if isinstance(statement, ast.ClassDef) else ""
        for one in statement.body if isinstance(statement, ast.ClassDef) else [statement]:
            if isinstance(one, ast.FunctionDef) and one.name.startswith("test"):
                if not words(one).isdisjoint(names):
                    yield outer + one.name


def _run(asked: Asked, running: Running, files: list[str], part: float) -> tuple[Watched, str]:
    """What pytest shows in a part of the time limit, or until there are enough calls, and what it
    said in the end, where it failed."""
    pytest = [asked.settings.python, "-m", "pytest", "-q", "-o", "addopts=", *PYTEST]
    seconds = part * shorter(asked.settings.timeout, asked.settings.budget)
    shown = watched([*pytest, *files], asked.function, running, asked.settings, seconds)
    if _NO_PYTEST in shown.log:
        return shown, f": {_NO_PYTEST} for {asked.settings.python}"
    errors = [line for line in shown.log.splitlines() if _SAID.match(line)]
    return shown, f": {errors[0][1:].strip()[:200]}" if errors else ""
