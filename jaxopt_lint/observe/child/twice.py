"""Loops on the device that one program runs twice on the same values.

XLA merges equal operations, but no loops: two `scan`s with equal bodies on equal values run both.
Values are told apart by numbers: equal operations on equal numbers give the same one. The bodies
of two loops may differ in what nobody uses, or in what their gradients need; they are the same if
most of what they do is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .events import Place, Twice
from .jaxprs import Work, called_body, is_variable, jaxprs, places, plain, user_frames
from .state import DEPTH, here

_ALIKE = 0.6  # of the work of the smaller body that both have in common
_LEAST = 0.02  # of the program's work
_LOOPS = ("scan", "while")
_EQUATIONS = 50_000  # of a program, past which it is not looked at


@dataclass
class _Loop:
    """A loop of a program.

    Attributes:
        inside: the work of the body by the numbers of what it makes.
        backward: whether it belongs to a backward pass: what that computes again is meant.
    """

    equation: Any
    inside: dict[int, float]
    work: float
    backward: bool


class _Numbers:
    """One number for each value that a program makes, and for equal ones the same."""

    def __init__(self) -> None:
        self.known: dict[Any, int] = {}
        self.loops: list[_Loop] = []
        self.work = Work()
        self.total = 0
        self.backward = False  # whether what is walked belongs to a backward pass
        self.times = 1.0  # that the loops around run the body that is walked

    def number(self, what: Any) -> int:
        return self.known.setdefault(what, len(self.known))

    def walk(self, jaxpr: Any, given: list[int], loops: bool) -> dict[Any, int]:
        """The numbers of all variables of a jaxpr.

        Args:
            given: those of its inputs.
            loops: whether its loops are gathered.
        """
        jaxpr = plain(jaxpr)
        numbers = dict(zip(jaxpr.invars, given, strict=False))
        for one in jaxpr.constvars:
            numbers[one] = self.number(("constant", id(one)))
        for equation in jaxpr.eqns:
            self.total += 1
            if self.total > _EQUATIONS:
                raise OverflowError
            values = [self._of(one, numbers) for one in equation.invars]
            results = self._results(equation, values, loops)
            numbers.update(zip(equation.outvars, results, strict=True))
        return numbers

    def _of(self, value: Any, numbers: dict[Any, int]) -> int:
        if is_variable(value):
            found = numbers.get(value)
            return self.number(("free", id(value))) if found is None else found
        return self.number(("literal", str(value.aval), repr(value.val)))

    def _results(self, equation: Any, values: list[int], loops: bool) -> list[int]:
        before = self.backward
        self.backward = before or "transpose" in here.adapter.transforms(equation)
        try:
            return self._results_of(equation, values, loops)
        finally:
            self.backward = before

    def _results_of(self, equation: Any, values: list[int], loops: bool) -> list[int]:
        name = equation.primitive.name
        body = called_body(equation)
        if body is not None:
            numbers = self.walk(body, values, loops)
            return [self._of(one, numbers) for one in body.outvars]
        if name == "scan":
            return self._scan(equation, values, loops)
        made = self._made(equation, values)
        if name == "while" and loops:
            work = self.times * self.work.of_equation(equation)[0]
            self.loops.append(_Loop(equation, {made: work}, work, self.backward))
        return [self.number((made, index)) for index in range(len(equation.outvars))]

    def _made(self, equation: Any, values: list[int]) -> int:
        params = tuple(
            (name, str(value)) for name, value in sorted(equation.params.items())
            if not callable(value) or hasattr(value, "eqns") or hasattr(value, "jaxpr")
        )  # fmt: skip
        if getattr(equation, "effects", None):
            return self.number(("effect", id(equation)))
        types = tuple(str(one.aval) for one in equation.outvars)
        return self.number((equation.primitive.name, params, tuple(values), types))

    def _scan(self, equation: Any, values: list[int], loops: bool) -> list[int]:
        """A loop is known by its inputs and by what it makes of them in a round.

        Where a value stands among the inputs is nothing that tells: so each carry is known by its
        first value, and then by what two rounds make of that.
        """
        params = equation.params
        body, length = plain(params["jaxpr"]), params["length"]
        constants, carries = here.adapter.scan_parts(equation)
        way = (length, params.get("reverse"))
        rest = [self.number(("row", way, one)) for one in values[constants + carries :]]
        state = [
            self.number(("carry", way, one)) for one in values[constants : constants + carries]
        ]
        for _ in range(2):
            given = [*values[:constants], *state, *rest]
            numbers = self.walk(body, given, False)
            state = [
                self.number(("carry", way, old, self._of(new, numbers)))
                for old, new in zip(state, body.outvars[:carries], strict=True)
            ]
        around, self.times = self.times, self.times * length
        numbers = self.walk(body, [*values[:constants], *state, *rest], loops)
        self.times = around
        out = [self.number(("out", way, self._of(one, numbers))) for one in body.outvars]
        if loops:
            inside: dict[int, float] = {}
            for one in body.eqns:
                work = self.work.of_equation(one)[0]
                for variable in one.outvars[:1]:
                    inside[self._of(variable, numbers)] = work * length * self.times
            self.loops.append(_Loop(equation, inside, sum(inside.values()), self.backward))
        return out


def twice(jaxpr: Any, name: str) -> None:
    """Tell the loops of a program that repeat an earlier one."""
    loops = [e for one in jaxprs(jaxpr) for e in one.eqns if e.primitive.name in _LOOPS]
    if sum("transpose" not in here.adapter.transforms(one) for one in loops) < 2:
        return
    numbers = _Numbers()
    try:
        top = plain(jaxpr)
        numbers.walk(top, [numbers.number(("input", i)) for i in range(len(top.invars))], True)
    except OverflowError:
        return
    total = numbers.work.of(jaxpr)[0]
    told: list[_Loop] = []
    for one in numbers.loops:
        if one.backward:
            continue
        earlier = next((other for other in told if _same(other, one)), None)
        if earlier is None:
            told.append(one)
            continue
        part = one.work + _backward_of(one, numbers.loops)
        if total and part / total >= _LEAST:
            _tell(earlier, one, name, min(1.0, part / total))


def _same(one: _Loop, other: _Loop) -> bool:
    if one.equation.primitive.name != other.equation.primitive.name:
        return False
    common = sum(work for number, work in other.inside.items() if number in one.inside)
    return common > 0 and common >= _ALIKE * min(one.work, other.work)


def _backward_of(one: _Loop, loops: list[_Loop]) -> float:
    """The work of the loops that take the gradient of a loop: they use what it kept."""
    made = set(one.equation.outvars)
    return sum(
        other.work
        for other in loops
        if other.backward
        and any(is_variable(value) and value in made for value in other.equation.invars)
    )


def _tell(earlier: _Loop, one: _Loop, name: str, part: float) -> None:
    before, now = places(user_frames(earlier.equation)), places(user_frames(one.equation))
    if not before or not now:
        return
    # Both end in the same line of the same function, mostly: the callers that differ first tell.
    depth = 0
    while depth < min(len(before), len(now)) and before[-1 - depth] == now[-1 - depth]:
        depth += 1
    here_, there = _from_outside(now, depth), _from_outside(before, depth)
    chain = tuple(now[len(now) - depth :][:DEPTH])
    number, event = here.log.event(
        Twice, here_, chain, function=name, primitive=one.equation.primitive.name
    )
    here.log.add(number, 1)
    here.log.set(number, earlier=there, part=min(1.0, event.part + part))


def _from_outside(stack: list[Place], depth: int) -> Place:
    """The place so many steps from the outermost, or the innermost that there is."""
    return stack[max(0, len(stack) - 1 - depth)]
