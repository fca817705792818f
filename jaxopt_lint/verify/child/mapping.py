"""What a function gives under `jax.vmap`."""

from __future__ import annotations

from typing import Any

from . import calling, leaves
from .hearing import heard
from .lib import jax
from .pickling import loads
from .target import Entry, Split


def batched(entry: Entry, blob: bytes) -> tuple[list[str], tuple[Any, list[Any]]]:
    """The types of the results under `jax.vmap`, and what to call for these with what; raises
    where the function cannot be mapped."""
    split = Split.of(loads(blob), host=False)

    def function(arrays: list[Any]) -> list[Any]:
        inner_args, inner_kwargs = split.join(arrays)
        result = entry.function(*inner_args, **inner_kwargs)
        return Split.of(result, host=False).arrays

    if not split.arrays:
        raise TypeError("nothing to map over")
    twice = [
        jax.numpy.stack([one, (one / 2).astype(one.dtype) if _is_float(one) else one])
        for one in split.arrays
    ]
    with heard():
        each = jax.vmap(function)
        types = [str(aval) for aval in jax.make_jaxpr(each)(twice).out_avals]
    return types, (each, twice)


def _is_float(array: Any) -> bool:
    return bool(jax.numpy.issubdtype(array.dtype, jax.numpy.floating))


def mapped(function: Any, arrays: list[Any]) -> dict[str, Any]:
    """The results of a mapped function."""
    try:
        with heard():
            return {"leaves": leaves.describe(jax.jit(function)(arrays))}
    except Exception as error:
        return {"error": f"{type(error).__name__}: {calling.first_line(error)}"}
