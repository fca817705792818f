"""What a function is as a program: traced, compiled, and differentiated."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from . import counts, indexing, jaxprs, process, promises
from .hearing import heard
from .lib import jax
from .pickling import loads
from .places import inner, is_array, words
from .target import Entry, Split


def program(entry: Entry, blob: bytes, left: dict[str, str]) -> dict[str, Any]:
    """The traced program: its size, its normal form, whether it is random.

    Args:
        left: what changes meanwhile in the process is added to it, settings that are forced here
            included.
    """
    with _as_written(), process.noting(left):
        return _program(entry, blob)


@contextlib.contextmanager
def _as_written() -> Iterator[None]:
    """Trace with the precision that the code asks for: what is forced would hide what it says."""
    forced = jax.config.jax_default_matmul_precision
    jax.config.update("jax_default_matmul_precision", None)
    try:
        yield
    finally:
        jax.config.update("jax_default_matmul_precision", forced)


def _program(entry: Entry, blob: bytes) -> dict[str, Any]:
    args, kwargs = loads(blob)
    traced: Any = None
    for host in (True, False):
        split = Split.of((args, kwargs), host=host)

        def function(arrays: list[Any], split: Split = split) -> Any:
            inner_args, inner_kwargs = split.join(arrays)
            return entry.function(*inner_args, **inner_kwargs)

        try:
            with heard():
                traced = jax.make_jaxpr(function)(split.arrays)
            break
        except Exception:
            if not host:
                raise
    found: dict[str, Any] = {
        "types": ", ".join(str(aval) for aval in traced.in_avals),
        "equations": jaxprs.equations(traced),
        "results": jaxprs.results(traced),
        "spread": jaxprs.is_spread(traced),
        "checkpoints": jaxprs.checkpoints(traced),
        "donated": jaxprs.donated(traced),
        "moves": jaxprs.moves_only(traced),
        "named": jaxprs.kept_by_name(traced),
        "offloaded": jaxprs.offloaded(traced),
        "left open": promises.left_open(traced, split.arrays),
        "precisions": jaxprs.precisions(traced),
        "chooses": jaxprs.chooses(traced),
        "solves": jaxprs.solves(traced),
        "multiplies": jaxprs.multiplies(traced),
        "contracts": jaxprs.contracts(traced),
        "sums": jaxprs.sums(traced),
        "narrow": counts.narrow(traced),
        **_places(split, traced, (args, kwargs)),
        "random": jaxprs.is_random(traced),
        "effects": sorted(type(effect).__name__ for effect in getattr(traced, "effects", ())),
    }
    with contextlib.suppress(jaxprs.OpaqueProgram):
        found["digest"] = jaxprs.digest(traced)
        if jaxprs.has_custom_rules(traced):
            found["digest"] += _slope_digest(entry, blob)
    return found


def _places(split: Split, traced: Any, call: Any) -> dict[str, list[Any]]:
    """The arrays that a program takes for indices, labels and lengths alone: as `cases` counts
    arrays, and in words."""
    arrays = [i for i, leaf in enumerate(split.leaves) if is_array(leaf)]
    used = zip(split.where, indexing.places(traced), strict=False)
    found = [leaf for leaf, is_place in used if is_place and leaf in arrays]
    own = {id(split.leaves[leaf]) for leaf in found}
    return {
        "places": [arrays.index(leaf) for leaf in found],
        "place_words": [words(path) for path, item in inner(call) if id(item) in own],
    }


def _slope_digest(entry: Entry, blob: bytes) -> str:
    function, xs = _slope(entry, blob)
    return jaxprs.digest(jax.make_jaxpr(function)(xs))


def _slope(entry: Entry, blob: bytes) -> tuple[Any, list[Any]]:
    """The function whose gradient a training step would take: the sum of all float results."""
    split = Split.of(loads(blob), floats=True)

    def total(xs: list[Any]) -> Any:
        inner_args, inner_kwargs = split.join(xs)
        result = entry.function(*inner_args, **inner_kwargs)
        floats = Split.of(result, host=False, floats=True).arrays
        return sum(jax.numpy.sum(value.astype("float32")) for value in floats)

    return jax.grad(total), split.arrays


def memory(entry: Entry, blob: bytes, *, slope: bool) -> dict[str, int]:
    """Bytes that the compiled program holds at once: temp + arguments + results - aliases."""
    found: dict[str, int] = {}
    with contextlib.suppress(Exception), heard():
        args, kwargs = loads(blob)
        split = Split.of((args, kwargs), host=False)

        def function(arrays: list[Any]) -> Any:
            inner_args, inner_kwargs = split.join(arrays)
            return entry.function(*inner_args, **inner_kwargs)

        program = function if not hasattr(entry.function, "lower") else None
        if program is None:
            compiled = entry.function.lower(*args, **kwargs).compile()
        else:
            compiled = jax.jit(program).lower(split.arrays).compile()
        found |= _bytes(compiled, "memory")
        found["hlo_operations"] = compiled.as_text().count(" = ")
    if slope:
        with contextlib.suppress(Exception), heard():
            gradient, xs = _slope(entry, blob)
            found |= _bytes(jax.jit(gradient).lower(xs).compile(), "gradient_memory")
    return found


def _bytes(compiled: Any, name: str) -> dict[str, int]:
    seen = compiled.memory_analysis()
    temp = int(seen.temp_size_in_bytes)
    total = temp + int(seen.argument_size_in_bytes) + int(seen.output_size_in_bytes)
    alias = int(seen.alias_size_in_bytes)
    return {
        f"{name}_bytes": total - alias,
        f"{name}_temp_bytes": temp,
        f"{name}_alias_bytes": alias,
    }
