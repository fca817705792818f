"""Counts that are kept in a type with room for few whole numbers.

An index in int8 is wrong from 128 on, a sum of flags in float16 from 2,049 on: lengths that no
test may reach, so that the program is asked instead of its results.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .jaxprs import bodies, inner_of

# Up to where each type tells whole numbers apart.
_ROOM = {
    "int8": 127, "uint8": 255, "int16": 32_767, "uint16": 65_535, "float16": 2_048,
    "bfloat16": 256,
}  # fmt: skip
_COUNTS = ("cumsum", "reduce_sum")
_KEEPS = (
    "convert_element_type", "broadcast_in_dim", "reshape", "squeeze", "expand_dims", "slice",
    "add", "sub", "copy",
)  # fmt: skip
_CALLS = ("pjit", "jit", "closed_call", "core_call", "checkpoint", "remat", "remat2")


def narrow(closed: Any) -> list[str]:
    """The types of such counts in a program, each with where it ends."""
    found: set[str] = set()
    jaxpr = getattr(closed, "jaxpr", closed)
    _follow(jaxpr, ["" for _ in jaxpr.invars], found)
    return sorted(f"{dtype}, exact up to {_ROOM[dtype]:,}" for dtype in found)


def _follow(jaxpr: Any, given: Sequence[str], found: set[str]) -> list[str]:
    """What the results are: "count", "whole" (numbers of a count to be), or "" for anything."""
    known = {id(var): kind for var, kind in zip(jaxpr.invars, given, strict=False)}

    def kind_of(var: Any) -> str:
        return known.get(id(var)) or ("whole" if _dtype(var).startswith(_WHOLE) else "")

    for eqn in jaxpr.eqns:
        inputs = [kind_of(var) for var in eqn.invars]
        for var, kind in zip(eqn.outvars, _results(eqn, inputs, found), strict=False):
            known[id(var)] = kind
            if kind == "count" and _dtype(var) in _ROOM:
                found.add(_dtype(var))
    return [kind_of(var) for var in jaxpr.outvars]


_WHOLE = ("int", "uint", "bool")


def _results(eqn: Any, inputs: list[str], found: set[str]) -> list[str]:
    name, inner = eqn.primitive.name, inner_of(eqn)
    if name in _CALLS and inner is not None:
        return _follow(getattr(inner, "jaxpr", inner), inputs, found)
    if name == "iota":
        return ["count"]
    if name in _COUNTS and inputs[0]:
        return ["count"]
    if name in _KEEPS and "count" in inputs:
        return ["count"]
    if name == "convert_element_type":
        return inputs[:1]
    for inner in bodies(eqn):
        _follow(getattr(inner, "jaxpr", inner), [], found)
    return [""] * len(eqn.outvars)


def _dtype(var: Any) -> str:
    return str(getattr(getattr(var, "aval", None), "dtype", ""))
