"""Which arguments of a program tell what its random numbers are."""

from __future__ import annotations

from typing import Any

from .jaxprs import inner, is_variable, plain

_DRAWING = ("random_bits", "random_gamma")
_EQUATIONS = 50_000
_Deps = frozenset[int]
_NONE: _Deps = frozenset()


def randomness(jaxpr: Any) -> dict[_Deps, tuple[Any, ...]]:
    """For each draw of a program, the places of the inputs that its key comes of, and the first
    equation that draws so, behind those around it: one in a function of JAX may not know of the
    user's lines.

    A key that is made of a constant comes of none.
    """
    found: dict[_Deps, tuple[Any, ...]] = {}
    top = plain(jaxpr)
    if _draws(top):
        _walk(top, [frozenset((i,)) for i in range(len(top.invars))], found, [0], ())
    return found


def _draws(jaxpr: Any) -> bool:
    pending, seen = [jaxpr], set()
    while pending:
        one = pending.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        for equation in one.eqns:
            if equation.primitive.name in _DRAWING:
                return True
            pending += inner(equation)
    return False


def _walk(
    jaxpr: Any,
    given: list[_Deps],
    found: dict[_Deps, tuple[Any, ...]],
    count: list[int],
    around: tuple[Any, ...],
) -> list[_Deps]:
    """What the outputs of a jaxpr come of."""
    known: dict[Any, _Deps] = dict(zip(jaxpr.invars, given, strict=False))

    def of(value: Any) -> _Deps:
        return known.get(value, _NONE) if is_variable(value) else _NONE

    for equation in jaxpr.eqns:
        count[0] += 1
        values = [of(one) for one in equation.invars]
        whole = _NONE.union(*values)
        if equation.primitive.name in _DRAWING:
            found.setdefault(values[0], (*around, equation))
        results = [whole] * len(equation.outvars)
        for body in inner(equation) if count[0] < _EQUATIONS else ():
            same = len(body.invars) == len(values) and equation.primitive.name != "while"
            # What a loop carries on comes of all that it is given, or may.
            exact = same and equation.primitive.name != "scan"
            out = _walk(
                body,
                values if same else [whole] * len(body.invars),
                found,
                count,
                (*around, equation),
            )
            if exact and len(out) == len(results):
                results = out
        known.update(zip(equation.outvars, results, strict=True))
    return [of(one) for one in jaxpr.outvars]
