"""What a compiled function computes anew in each call though its arguments for it never change.

Of each argument it is known whether all calls that were looked at got the same array or number.
What a program makes of such arguments alone could be made once, before the calls.
"""

from __future__ import annotations

import collections
from collections.abc import Iterator
from typing import Any

from .jaxprs import Work, called_body, is_variable, stack, user_frames
from .placing import LITERAL, NOWHERE, Placed
from .state import here

_CALLS = 8  # of a line, from which an argument that came the same each time is taken for one


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


_lines: dict[int, _Line] = {}  # by site


def called(one: Any, event: Any, site: int, program: Placed | None, same: list[bool]) -> None:
    """A line has called a compiled function again.

    Args:
        same: for each leaf of the arguments, whether the call before got it, too.
    """
    line = _lines.get(site)
    if line is None or len(line.same) != len(same):
        line = _lines[site] = _Line(list(same))
    before = line.same
    line.same = [was and still for was, still in zip(before, same, strict=True)]
    line.calls += 1
    if program is None or not _told_apart(program.places, len(same)) or line.calls < _CALLS:
        return
    if line.same == before and line.program is program:
        return
    line.program = program
    part, equation = 0.0, None
    if not all(line.same):  # else the call is repeated as a whole, which a benchmark means to do
        inputs = zip(program.places, program.jaxpr.invars, strict=True)
        steady = {one for place, one in inputs if place == LITERAL or line.same[place]}
        part, equation = _part(program.jaxpr, steady)
    frames = user_frames(equation) if equation is not None else []
    if event.steady or (part and frames):
        event.steady = part if frames else 0.0
        here.log.set(one.number, steady_at=stack(frames)[0] if frames else None)


def _told_apart(places: list[int], leaves: int) -> bool:
    """Whether each leaf of the arguments is one input, and all inputs are known."""
    known = [place for place in places if place >= 0]
    return NOWHERE not in places and len(set(known)) == len(known) == leaves


def _part(jaxpr: Any, steady: set[Any]) -> tuple[float, Any]:
    """The part of a program's work that needs such inputs alone, and its costliest equation."""
    cost = Work()
    whole, _ = cost.of(jaxpr)
    found: collections.Counter[int] = collections.Counter()
    equations: dict[int, Any] = {}
    for equation in _steady(jaxpr, set(steady), set(jaxpr.constvars)):
        found[id(equation)] += int(cost.of_equation(equation)[0])
        equations[id(equation)] = equation
    if not found or not whole:
        return 0.0, None
    ((worst, _),) = found.most_common(1)
    return min(1.0, sum(found.values()) / whole), equations[worst]


def _steady(jaxpr: Any, given: set[Any], constant: set[Any]) -> Iterator[Any]:
    """The equations that need such inputs alone, and constants.

    Args:
        given: the variables that need nothing else; those of the results are added.
        constant: those that need no input, which XLA works out itself; likewise.
    """
    for equation in jaxpr.eqns:
        variables = [value for value in equation.invars if is_variable(value)]
        ready = all(value in given or value in constant for value in variables)
        if ready and not any(value in given for value in variables):
            constant.update(equation.outvars)
        elif ready and not getattr(equation, "effects", None):
            given.update(equation.outvars)
            yield equation
        elif (body := called_body(equation)) is not None:
            pairs = list(zip(body.invars, equation.invars, strict=True))
            fixed = {one for one, value in pairs if not is_variable(value) or value in constant}
            known = {one for one, value in pairs if is_variable(value) and value in given}
            yield from _steady(body, known, fixed)


def forget() -> None:
    """Begin anew, in a process that was forked."""
    _lines.clear()
