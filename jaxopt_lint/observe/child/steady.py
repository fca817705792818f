"""What a compiled function computes anew in each call though its arguments for it never change.

Of each argument it is known whether all calls that were looked at got the same array or number.
What a program makes of such arguments alone could be made once, before the calls.
"""

from __future__ import annotations

import collections
from typing import Any

from .jaxprs import CALLS, Work, inner, is_variable, plain, stack, user_frames
from .state import here

_CALLS = 8  # of a line, from which an argument that came the same each time is taken for one
_PROGRAMS = 256
_LEAVES = 512
_NUMBERS = (int, float, bool, complex)


class _Line:
    """A line that calls a compiled function.

    Attributes:
        same: for each leaf of the arguments, whether all calls got the same.
        calls: that were looked at.
    """

    __slots__ = ("calls", "program", "same")

    def __init__(self, same: list[bool]) -> None:
        self.same = same
        self.calls = 0
        self.program: Any = None


_LITERAL, _NOWHERE = -1, -2  # places of leaves that are not among those of a call
# By function: it, its jaxpr, and the ids of the leaves, each with whether it is a number.
_programs: dict[int, tuple[Any, Any, list[tuple[int, bool]]]] = {}
_variables: dict[int, tuple[Any, Any, list[tuple[int, Any]]]] = {}  # places, variables
_lines: dict[int, _Line] = {}  # by site


def lowered(jaxpr: Any, function: Any, leaves: list[Any]) -> None:
    """A program was made of a function for these arguments."""
    if len(leaves) != len(jaxpr.jaxpr.invars) or len(leaves) > _LEAVES:
        return
    if len(_programs) > _PROGRAMS:
        _programs.clear()
        _variables.clear()
    ids = [(id(leaf), type(leaf) in _NUMBERS) for leaf in leaves]
    _programs[id(function)] = (function, plain(jaxpr), ids)
    _variables.pop(id(function), None)


def called(one: Any, event: Any, site: int, function: Any, same: list[bool]) -> None:
    """A line has called a compiled function again.

    Args:
        same: for each leaf of the arguments, whether the call before got it, too.
    """
    known = _variables.get(id(function))
    line = _lines.get(site)
    if line is None or len(line.same) != len(same):
        line = _lines[site] = _Line(list(same))
    before = line.same
    line.same = [was and still for was, still in zip(before, same, strict=True)]
    line.calls += 1
    if known is None or known[0] is not function or line.calls < _CALLS:
        return
    if line.same == before and line.program is known:
        return
    line.program = known
    _, jaxpr, variables = known
    part, equation = 0.0, None
    if not all(line.same):  # else the call is repeated as a whole, which a benchmark means to do
        steady = {one for place, one in variables if place == _LITERAL or line.same[place]}
        part, equation = _part(jaxpr, steady)
    frames = user_frames(equation) if equation is not None else []
    if event.steady or (part and frames):
        event.steady = part if frames else 0.0
        here.log.set(one.number, steady_at=stack(frames)[0] if frames else None)


def placed(function: Any, given: list[Any]) -> None:
    """Find the leaves that a program was made for among those of the call that made it.

    What stands in a call as a literal is not among them, and the same in each call of that line.
    """
    pending = _programs.get(id(function))
    if pending is None or pending[0] is not function or id(function) in _variables:
        return
    _, jaxpr, leaves = pending
    places = {id(leaf): place for place, leaf in enumerate(given)}
    found = [places.get(leaf, _LITERAL if number else _NOWHERE) for leaf, number in leaves]
    known = [place for place in found if place >= 0]
    if _NOWHERE not in found and len(set(known)) == len(known) == len(given):
        pairs = zip(found, jaxpr.invars, strict=True)
        _variables[id(function)] = (function, jaxpr, list(pairs))


def _part(jaxpr: Any, steady: set[Any]) -> tuple[float, Any]:
    """The part of a program's work that needs such inputs alone, and its costliest equation."""
    cost = Work()
    whole, _ = cost.of(jaxpr)
    found: collections.Counter[int] = collections.Counter()
    equations: dict[int, Any] = {}

    def walk(one: Any, given: set[Any], constant: set[Any]) -> None:
        for equation in one.eqns:
            variables = [value for value in equation.invars if is_variable(value)]
            if not all(value in given or value in constant for value in variables):
                continue
            if not any(value in given for value in variables):
                constant.update(equation.outvars)  # which XLA works out itself
                continue
            if getattr(equation, "effects", None):
                continue
            given.update(equation.outvars)
            found[id(equation)] += int(cost.of_equation(equation)[0])
            equations[id(equation)] = equation

    def descend(one: Any, given: set[Any], constant: set[Any]) -> None:
        walk(one, given, constant)
        for equation in one.eqns:
            bodies = inner(equation)
            called = equation.primitive.name in CALLS and len(bodies) == 1
            if id(equation) in equations or not called:
                continue
            if len(bodies[0].invars) == len(equation.invars):
                pairs = list(zip(bodies[0].invars, equation.invars, strict=True))
                descend(
                    bodies[0],
                    {inside for inside, value in pairs if is_variable(value) and value in given},
                    {
                        inside for inside, value in pairs
                        if not is_variable(value) or value in constant
                    },
                )  # fmt: skip

    descend(jaxpr, set(steady), set(jaxpr.constvars))
    if not found or not whole:
        return 0.0, None
    ((worst, _),) = found.most_common(1)
    return min(1.0, sum(found.values()) / whole), equations[worst]


def forget() -> None:
    """Begin anew, in a process that was forked."""
    for one in (_programs, _variables, _lines):
        one.clear()  # type: ignore[attr-defined]
