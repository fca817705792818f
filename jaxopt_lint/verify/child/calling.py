"""One call of the function under test, and all that it did: results, output, changed arguments."""

from __future__ import annotations

import contextlib
import itertools
import linecache
import random
import signal
import sys
import time
import types
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from . import leaves, state
from .callables import Stopped, Traced
from .documented import words_of
from .hearing import heard
from .lib import jax
from .patience import Patience
from .pickling import loads
from .room import large
from .target import Entry, Split

_TICK = 0.05  # seconds between looks at how long a call takes, at the least
YIELDED = 100  # as much of what a generator gives is looked at


def seed_everything() -> None:
    """Start the global random generators from one place."""
    random.seed(0)
    np.random.seed(0)


@contextlib.contextmanager
def ended_after(seconds: float | None) -> Iterator[None]:
    """Raise `TimeoutError` in Python code that takes longer, where the system can, and again for
    what goes on after that; compiled code is not reached."""
    if seconds is None or not hasattr(signal, "setitimer"):
        yield
        return
    patience = Patience(seconds)

    def end(number: int, frame: Any) -> None:
        nonlocal patience
        if not patience.left:
            patience = Patience(seconds)
            raise TimeoutError(f"no end in {seconds:g} s")

    before = signal.signal(signal.SIGALRM, end)
    hook = sys.unraisablehook
    sys.unraisablehook = lambda told: None if told.exc_type is TimeoutError else hook(told)
    signal.setitimer(signal.ITIMER_REAL, seconds, max(_TICK, seconds / 8))
    try:
        yield
    finally:
        sys.unraisablehook = hook
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def is_endless(record: Mapping[str, Any]) -> bool:
    """Whether a call was ended by `ended_after`."""
    return str(record.get("error", "")).startswith(TimeoutError.__name__)


def call(entry: Entry, blob: bytes, *, widen: bool = False, nudge: bool = False) -> dict[str, Any]:
    """Call with fresh arguments; the record says what came back and what was touched."""
    args, kwargs = loads(blob, widen=widen, nudge=nudge)
    return call_with(entry, args, kwargs)


def call_with(entry: Entry, args: Any, kwargs: Any) -> dict[str, Any]:
    """Call with the given arguments."""
    record: dict[str, Any]
    known = large((args, kwargs))
    Traced.seen = False
    held: dict[str, Any] = {}
    held_arrays: list[str] = []
    with contextlib.suppress(Exception):
        held = state.held((args, kwargs), entry.project)
        held_arrays = state.contents((args, kwargs))
    with heard(entry.project) as said:
        try:
            result = entry(args, kwargs)
            kind = ""
            if isinstance(result, types.GeneratorType):
                kind, result = "generator of ", list(itertools.islice(result, YIELDED))
            jax.block_until_ready(result)
            record = {
                "structure": kind + leaves.structure(result, entry.project),
                "orders": leaves.orders(result),
                "leaves": leaves.describe(result),
                "shared": leaves.shared(result, (args, kwargs)),
            }
        except (Exception, SystemExit) as error:
            record = {
                "error": f"{type(error).__name__}: {first_line(error)}",
                "meant": _is_meant(error, entry),
                "holds": state.of_objects([error], entry.project),
                "cause": type(error.__cause__).__name__ if error.__cause__ is not None else "",
            }
    record["printed"] = said.text()
    record["traced"] = Traced.seen
    with contextlib.suppress(Exception):
        record["changes"] = bool(held) and state.has_changed(held, (args, kwargs), entry.project)
        record["changes"] |= held_arrays != state.contents((args, kwargs))
        record["left"] = [_left(one) for one in (*args, *kwargs.values())]
        record["arguments"] = leaves.describe((args, kwargs), known)
        record["arguments_structure"] = leaves.structure((args, kwargs), entry.project)
        if record["changes"] and not record.get("leaves", True):
            # What it gives is what it leaves there, and is held to the same.
            record["leaves"] = leaves.describe(_changed(held, held_arrays, (args, kwargs)))
        record["arguments_state"] = state.of_objects((args, kwargs), entry.project)
    return record


def _changed(held: dict[str, Any], arrays: list[str], given: Any) -> dict[str, Any]:
    """The leaves of what a call was given that are others now, or hold other numbers."""
    known = set(arrays)

    def is_other(path: str, value: Any) -> bool:
        in_place = isinstance(value, np.ndarray) and leaves.digest(value) not in known
        return held.get(path) is not value or in_place

    every = leaves.with_paths(given)
    found = {path: one for path, one in every if isinstance(one, (jax.Array, np.ndarray))}
    return {path: one for path, one in found.items() if is_other(path, one)}


def _left(argument: Any) -> int:
    """How many entries an iterator still has for its owner, `YIELDED` at most."""
    if not isinstance(argument, Iterator) or isinstance(argument, itertools.count):
        return 0
    return len(list(itertools.islice(argument, YIELDED)))


def _is_meant(error: BaseException, entry: Entry) -> str:
    """How the project raised it, or what was handed to it: by `raise` or `assert`, by asking for
    NaN to be an error, or by a function of Python's where its documentation names the type (all
    "raise"), or by `strict=True` ("strict"); "" where a library did that it called."""
    # NaN is an error only where `debug_nans` or `errstate` is asked for.
    if isinstance(error, (FloatingPointError, Stopped)):
        return "raise"
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return ""
    file = trace.tb_frame.f_code.co_filename
    line = linecache.getline(file, trace.tb_lineno).strip()
    if entry.project not in Path(file).parents:
        return ""
    named = type(error).__name__ in words_of(entry.function)
    if line.startswith(("raise", "assert")) or named:
        return "raise"
    return "strict" if "strict=True" in line else ""


def derivatives(
    entry: Entry, blob: bytes, *, widen: bool, nudge: bool, second: bool, patience: float
) -> dict[str, Any]:
    """The VJP and the JVP in every float argument, at fixed pseudo-random directions.

    Args:
        second: also the derivative of the VJP, where there is a VJP.
        patience: seconds of the processor for the VJP; where it takes more, its derivative is
            left out.
    """
    args, kwargs = loads(blob, widen=widen, nudge=nudge)
    split = Split.of((args, kwargs), floats=True)
    if not split.arrays:
        return {}
    xs = [jax.numpy.asarray(value) for value in split.arrays]

    def function(values: list[Any]) -> list[Any]:
        result = entry(*split.join(values))
        return Split.of(result, host=False, floats=True).arrays

    record: dict[str, Any] = {}
    start = time.process_time()
    with heard():
        try:
            with heard(entry.project) as said:
                values, pull = jax.vjp(function, xs)
                if values:
                    grads = pull([_direction(value, i) for i, value in enumerate(values)])
                    record["vjp"] = leaves.describe(grads)
            record["said"] = said.text()
        except Exception as error:
            record["vjp_error"] = f"{type(error).__name__}: {first_line(error)}"
        if second and "vjp" in record and time.process_time() - start < patience:
            try:
                record["second"] = leaves.describe(_second(function, xs))
            except Exception as error:
                record["second_error"] = f"{type(error).__name__}: {first_line(error)}"
        args, kwargs = loads(blob, widen=widen, nudge=nudge)
        split = Split.of((args, kwargs), floats=True)
        xs = [jax.numpy.asarray(value) for value in split.arrays]
        try:
            tangents = [_direction(x, i + 1) for i, x in enumerate(xs)]
            values, pushed = jax.jvp(function, (xs,), (tangents,))
            if values:
                record["jvp"] = leaves.describe(pushed)
        except Exception as error:
            record["jvp_error"] = f"{type(error).__name__}: {first_line(error)}"
    return record


def _second(function: Any, xs: list[Any]) -> Any:
    """The derivative of the VJP of a function, along a fixed direction."""

    def slope(values: list[Any]) -> Any:
        results, pull = jax.vjp(function, values)
        return pull([_direction(value, i) for i, value in enumerate(results)])

    (grads,), pull = jax.vjp(slope, xs)
    return pull(([_direction(grad, i + 2) for i, grad in enumerate(grads)],))


def _direction(like: Any, index: int) -> Any:
    values = np.random.default_rng([7, index]).standard_normal(like.shape)
    # Rounded to the coarse float first: the f64 run needs the same direction.
    return jax.numpy.asarray(values.astype(np.float16).astype(like.dtype))


def first_line(error: BaseException) -> str:
    """What an exception says, cut to a line."""
    text = str(error).strip()
    return text.splitlines()[0][:300] if text else ""
