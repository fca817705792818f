"""Runs pieces of a project's code, and keeps with which arguments they call some functions."""

from __future__ import annotations
import __future__

import ast
import contextlib
import functools
import importlib
import importlib.machinery
import inspect
import os
import signal
import sys
import time
import types
import unittest
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from . import absent, arguing, outfits, startplace
from .calling import first_line
from .confining import confine
from .lib import jax
from .patience import Patience
from .target import ImportFailed, reach

_TICK = 0.2  # seconds between looks at what is kept
_AFTER_FIRST = 4.0  # seconds that are waited for calls of another kind
_SETS = 3  # of parameters that a test is run with


_sets_left: list[int] = []  # how many sets of parameters of a test have not been run


class _Enough(BaseException):
    """There are enough calls, or there is no time left."""


def collect(job: dict[str, Any]) -> dict[str, Any]:
    """Run each piece; its calls lie in its folder, and the answer says what ended it, if anything.

    Args:
        job: `functions` whose calls are kept; their `module`, and the folder `importing` for what
            its import calls; `pieces`: each with `file`, `module`, `package`, `base`, `text`,
            `call`, `own`, `folder` and the `arguments` of its command line; `seconds` for one
            piece, `budget` for all.

    Raises:
        ImportFailed: the module itself cannot be imported.
    """
    overlay = Path(job["overlay"]).resolve()
    reach(job)
    recording: Any = importlib.import_module("_jaxopt_lint_observe.recording")
    here: Any = importlib.import_module("_jaxopt_lint_observe.state").here
    recording.start(
        {
            "root": str(overlay), "kept": job["kept"], "folder": job["importing"],
            "functions": [], "only": job["functions"], "limit": job["limit"],
            "values": False, "watch": False, "record": True,
        }
    )  # fmt: skip
    absent.be_first()
    confine([str(overlay), os.environ["HOME"], job["into"]])
    arguing.make_up()
    outfits.provide()
    until = time.monotonic() + job["budget"]
    # What is collected of a module whose import does not end is of no use: each call would wait
    # for it anew.
    patience = job["seconds"], job["budget"]
    with _ended(recording, job["budget"], job["limit"], patience) as ended:
        try:
            importlib.import_module(job["module"])
        except (Exception, SystemExit) as error:
            raise ImportFailed(f"{type(error).__name__}: {first_line(error)}") from error
    if ended:
        raise ImportFailed(f"its import has {ended[0]}")
    errors: list[str] = []
    left: list[str] = []
    for number, piece in enumerate(job["pieces"]):
        seconds = min(job["seconds"], until - time.monotonic())
        if seconds <= 0 or _kept(recording) >= job["limit"]:
            left.append(
                _counted(
                    len(job["pieces"]) - number,
                    "place that calls it was",
                    "places that call it were",
                )
            )
            break
        before = _kept(recording)
        _sets_left.clear()
        here.config["folder"] = piece["folder"]
        with _ended(recording, seconds, job["limit"]) as ended:
            errors.append(_run(piece, overlay))
        if ended:
            errors.append(ended[0])
        if sum(_sets_left):
            left.append(
                _counted(sum(_sets_left), "set of parameters was", "sets of parameters were")
            )
        elif errors[-1] and _kept(recording) == before:
            left.append(f"what calls it in {piece['file']} did not get there: {errors[-1]}")
    made = {"arguments": arguing.made_up, "data": sorted({*outfits.made_up})}
    return {"errors": errors, "left": left, **made}


def _counted(count: int, one: str, more: str) -> str:
    """What was not run, in words."""
    return f"{count} more {one if count == 1 else more} not run"


def _kept(recording: Any) -> int:
    return sum(one.kept for one in recording._functions.values())


@contextlib.contextmanager
def _ended(
    recording: Any, seconds: float, limit: int, whole: tuple[float, float] | None = None
) -> Iterator[list[str]]:
    """End a block when there are enough calls, or when it has taken too long.

    Args:
        whole: for a block that has to come to its end, the seconds that it has where calls were
            seen, and where none were.
    """
    said: list[str] = []
    before, start = _kept(recording), time.monotonic()
    patience = Patience(max(whole or (seconds,)))
    first = 0.0

    def look(number: int, frame: Any) -> None:
        nonlocal first
        now, kept = time.monotonic(), _kept(recording)
        if kept > before and not first:
            first = now
        if whole is not None:
            if patience.seconds - patience.left >= whole[not first]:
                said.append(f"no end in {whole[not first]:.0f} s")
                raise _Enough
            return
        if kept >= limit or (first and now - first > _AFTER_FIRST):
            raise _Enough
        if now - start > seconds:
            said.append(f"no end in {seconds:.0f} s")
            raise _Enough

    previous = signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, _TICK, _TICK)
    try:
        yield said
    except _Enough:
        pass
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)


def _run(piece: dict[str, Any], overlay: Path) -> str:
    """What ended a piece before its end; empty where nothing did."""
    file = overlay / piece["file"]
    sys.argv = [str(file), *piece["arguments"]]
    os.chdir(overlay)
    startplace.settle(overlay, file)
    name = piece["module"]
    lost = ""
    try:
        with _namespace(piece, file) as names:
            tree = ast.parse(piece["text"], str(file))
            flags = _flags(tree)
            for statement in tree.body:
                one = ast.Module([statement], [])
                code = compile(one, str(file), "exec", flags, dont_inherit=True)
                try:
                    absent.run(functools.partial(exec, code, names))
                except Exception as error:
                    # It may not matter, as what is done for itself alone: a logger, a setting.
                    if not isinstance(error, ImportError) and not isinstance(statement, ast.Expr):
                        raise
                    lost = lost or f"{type(error).__name__}: {first_line(error)}"
            if piece["call"]:
                _call(names, piece["call"])
            jax.effects_barrier()
    except (Exception, SystemExit) as error:
        return f"{name}: {lost or f'{type(error).__name__}: {first_line(error)}'}"
    return f"{name}: {lost}" if lost else ""


def _flags(tree: ast.Module) -> int:
    """What the file takes from the future."""
    flags = 0
    for statement in tree.body:
        if isinstance(statement, ast.ImportFrom) and statement.module == "__future__":
            for alias in statement.names:
                flags |= getattr(__future__, alias.name).compiler_flag
    return flags


@contextlib.contextmanager
def _namespace(piece: dict[str, Any], file: Path) -> Iterator[dict[str, Any]]:
    """The names that a piece runs with: those of its module, or none."""
    if piece["own"]:
        names = vars(importlib.import_module(piece["module"]))
        if not piece["call"]:
            yield names.copy()
            return
        # What is nested in the function that is called has to be found in the module later.
        before = names.copy()
        yield names
        names.update(before)
        return
    if piece["base"] not in sys.path:
        sys.path.append(piece["base"])
    module = types.ModuleType(piece["module"])
    module.__file__, module.__package__ = str(file), piece["package"]
    if module.__package__:
        importlib.import_module(module.__package__)
    known = sys.modules.get(module.__name__)
    sys.modules[module.__name__] = module
    try:
        yield vars(module)
    finally:
        if known is None:
            del sys.modules[module.__name__]
        else:
            sys.modules[module.__name__] = known


def _call(names: dict[str, Any], call: str) -> None:
    """Call a function as a test runner would, with at most a few sets of parameters."""
    owner, _, method = call.rpartition(".")
    marks: list[Any] = []
    function: Any
    if not owner:
        function = names[call]
    else:
        kind = names[owner]
        if issubclass(kind, unittest.TestCase):
            kind.setUpClass()
            kind(method).debug()
            return
        instance = kind()
        marks += getattr(kind, "pytestmark", [])
        function = getattr(instance, method)
        for name in ("setup_method", "setup"):
            setup = getattr(instance, name, None)
            if setup is not None:
                setup(*([function] if inspect.signature(setup).parameters else []))
    marks += getattr(function, "pytestmark", [])
    for given in _parameters(marks):
        function(**_fixtures(function, names, given), **given)


def _fixtures(function: Any, names: dict[str, Any], given: Collection[str] = ()) -> dict[str, Any]:
    """What the fixtures of its file give a test, or another fixture: made anew for each."""
    found: dict[str, Any] = {}
    for name, one in inspect.signature(function).parameters.items():
        if one.default is inspect.Parameter.empty and name in names and name not in given:
            made = names[name]
            # As pytest keeps what it has wrapped, now and before its release 8.4.
            wrapped = getattr(getattr(made, "__pytest_wrapped__", None), "obj", made)
            inner = getattr(made, "_fixture_function", wrapped)
            value = inner(**_fixtures(inner, names))
            found[name] = next(value) if inspect.isgenerator(value) else value
    return found


def _parameters(marks: list[Any]) -> Iterator[dict[str, Any]]:
    """The first sets of parameters of a test, by its marks."""
    rows = [mark.args for mark in marks if mark.name == "parametrize"]
    sets = max((len(list(values)) for _, values, *_ in rows), default=1)
    for turn in range(min(_SETS, sets)):
        given: dict[str, Any] = {}
        for names, values, *_ in rows:
            names = names.replace(",", " ").split() if isinstance(names, str) else names
            values = list(values)
            value = values[min(turn, len(values) - 1)]
            value = getattr(value, "values", value) if hasattr(value, "marks") else value
            single = len(names) == 1 and not isinstance(value, tuple)
            given |= dict(zip(names, [value] if single else value, strict=False))
        _sets_left[:] = [sets - turn - 1]
        yield given
