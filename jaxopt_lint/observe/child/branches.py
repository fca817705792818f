"""Conditions of which a program computes both branches, as `jax.vmap` maps over what they ask.

JAX turns `cond` into a selection there; what it selects from remembers that a `cond` made it.
"""

from __future__ import annotations

from typing import Any

from .events import Branches
from .jaxprs import Work, inner, is_variable, plain, stack, user_frames
from .state import here, line_at

_LEAST = 0.02  # of the program's work
_FILE = "conditionals.py"  # of JAX
_NAMES = ("cond", "switch", "_cond")

_Line = tuple[int, int]  # id of a code object, line


class _Found:
    """The lines whose conditions became selections: their frames, and the work of the branches."""

    def __init__(self) -> None:
        self.cost = Work()
        self.frames: dict[_Line, list[tuple[Any, int]]] = {}
        self.work: dict[_Line, float] = {}

    def walk(self, jaxpr: Any, times: float) -> None:
        selects = []
        for equation in jaxpr.eqns:
            if equation.primitive.name == "select_n":
                line = _condition(equation)
                if line is not None:
                    self.frames.setdefault(line, user_frames(equation))
                    selects.append((equation, line))
            rounds = equation.params["length"] if equation.primitive.name == "scan" else 1
            for body in inner(equation):
                self.walk(body, times * rounds)
        if selects:
            self._branches(jaxpr, times, selects)

    def _branches(self, jaxpr: Any, times: float, selects: list[tuple[Any, _Line]]) -> None:
        """Add up what the values come of that are selected from, as far as the branches go."""
        made = {id(one): equation for equation in jaxpr.eqns for one in equation.outvars}
        counted: set[int] = set()
        for select, line in selects:
            root = self.frames[line][-1][0]
            pending = list(select.invars[1:])
            while pending:
                value = pending.pop()
                equation = made.get(id(value)) if is_variable(value) else None
                if equation is None or id(equation) in counted:
                    continue
                if not _in_branch(equation, line, root):
                    continue
                counted.add(id(equation))
                work = 0.0
                if equation.primitive.name != "select_n":
                    work = times * self.cost.of_equation(equation)[0]
                self.work[line] = self.work.get(line, 0.0) + work
                pending += equation.invars


def both_branches(jaxpr: Any, name: str) -> None:
    """Tell the lines of a program whose conditions became selections."""
    found = _Found()
    found.walk(plain(jaxpr), 1.0)
    total = found.cost.of(jaxpr)[0] if found.work else 0.0
    for line, work in found.work.items():
        part = work / total if total else 0.0
        if part >= _LEAST:
            place, chain = stack(found.frames[line])
            number, _ = here.log.event(Branches, place, chain, function=name)
            here.log.add(number)
            here.log.set(number, part=min(1.0, part))


def _condition(equation: Any) -> _Line | None:
    """The user's line that asks for a condition, where that made an equation."""
    asked = False
    for code, offset in here.adapter.frames(equation):
        if code.co_filename in here.files:
            return (id(code), line_at(code, offset) or 0) if asked else None
        asked = asked or (code.co_name in _NAMES and code.co_filename.endswith(_FILE))
    return None


def _in_branch(equation: Any, line: _Line, root: Any) -> bool:
    """Whether a branch made an equation.

    What a branch does is traced by itself: it knows of no caller outside of it, in most releases;
    in others the line of the condition is one of its callers.
    """
    frames = user_frames(equation)
    if not frames:
        return False
    above = {(id(code), line_at(code, offset) or 0) for code, offset in frames[1:]}
    return line in above or frames[-1][0] is not root
