"""One call of the function under test, and all that it did: results, output, changed arguments."""

from __future__ import annotations

import contextlib
import io
import random
from collections.abc import Iterator
from typing import Any

from . import leaves
from .lib import jax
from .pickling import loads
from .target import Entry, Split


def seed_everything() -> None:
    """Start the global random generators from one place."""
    import numpy as np

    random.seed(0)
    np.random.seed(0)


@contextlib.contextmanager
def printed() -> Iterator[io.StringIO]:
    """What is written to standard output, callbacks of the device included."""
    stream = io.StringIO()
    with contextlib.redirect_stdout(stream):
        try:
            yield stream
        finally:
            with contextlib.suppress(Exception):
                jax.effects_barrier()


def call(entry: Entry, blob: bytes, *, widen: bool = False, nudge: bool = False) -> dict[str, Any]:
    """Call with fresh arguments; the record says what came back and what was touched."""
    args, kwargs = loads(blob, widen=widen, nudge=nudge)
    return call_with(entry, args, kwargs)


def call_with(entry: Entry, args: Any, kwargs: Any) -> dict[str, Any]:
    """Call with the given arguments."""
    with printed() as stream:
        try:
            result = entry(args, kwargs)
            jax.block_until_ready(result)
            record = {"structure": leaves.structure(result), "leaves": leaves.describe(result)}
        except (Exception, SystemExit) as error:
            record = {"error": f"{type(error).__name__}: {_first_line(error)}"}
    record["printed"] = stream.getvalue()
    with contextlib.suppress(Exception):
        record["arguments"] = leaves.describe((args, kwargs))
        record["arguments_structure"] = leaves.structure((args, kwargs))
    return record


def derivatives(entry: Entry, blob: bytes, *, widen: bool, nudge: bool) -> dict[str, Any]:
    """The VJP and the JVP in every float argument, at fixed pseudo-random directions."""
    args, kwargs = loads(blob, widen=widen, nudge=nudge)
    split = Split.of((args, kwargs), floats=True)
    if not split.arrays:
        return {}
    xs = [jax.numpy.asarray(value) for value in split.arrays]

    def function(values: list[Any]) -> list[Any]:
        result = entry(*split.join(values))
        return Split.of(result, host=False, floats=True).arrays

    record: dict[str, Any] = {}
    with printed():
        try:
            values, pull = jax.vjp(function, xs)
            if values:
                grads = pull([_direction(value, i) for i, value in enumerate(values)])
                record["vjp"] = leaves.describe(grads)
        except Exception as error:
            record["vjp_error"] = f"{type(error).__name__}: {_first_line(error)}"
        args, kwargs = loads(blob, widen=widen, nudge=nudge)
        split = Split.of((args, kwargs), floats=True)
        xs = [jax.numpy.asarray(value) for value in split.arrays]
        try:
            tangents = [_direction(x, i + 1) for i, x in enumerate(xs)]
            values, pushed = jax.jvp(function, (xs,), (tangents,))
            if values:
                record["jvp"] = leaves.describe(pushed)
        except Exception as error:
            record["jvp_error"] = f"{type(error).__name__}: {_first_line(error)}"
    return record


def _direction(like: Any, index: int) -> Any:
    import numpy as np

    values = np.random.default_rng([7, index]).standard_normal(like.shape)
    # Rounded to the coarse float first: the f64 run needs the same direction.
    return jax.numpy.asarray(values.astype(np.float16).astype(like.dtype))


def _first_line(error: BaseException) -> str:
    text = str(error).strip()
    return text.splitlines()[0][:300] if text else ""
