"""What a program computes for one of its results alone: if nobody uses that, it is for nothing."""

from __future__ import annotations

import collections
from types import FrameType
from typing import Any

from .events import Apart, Place
from .jaxprs import Work, is_variable, plain, stack, user_frames
from .placing import Placed
from .state import here

_RESULTS = 64  # of a program, past which it is not looked at
_EQUATIONS = 50_000
_LEAST = 0.05  # of a program's work, below which it does no harm
_TOLD = 8
_looked: dict[int, Any] = {}  # programs, by the sites that call them


def called(
    place: Place,
    frame: FrameType,
    site: int,
    function: Any,
    program: Placed | None,
    value: Any,
) -> None:
    """A line has called a compiled function that gave this tree."""
    if program is None or _looked.get(site) is program.jaxpr:
        return
    _looked[site] = program.jaxpr
    paths = [path for path, _ in here.jax.tree_util.tree_flatten_with_path(value)[0]]
    jaxpr = plain(program.jaxpr)
    if not len(paths) == len(jaxpr.outvars) <= _RESULTS or len(jaxpr.eqns) > _EQUATIONS:
        return
    results: dict[str, int] = collections.defaultdict(int)  # leaves as bits, by path
    for bit, path in enumerate(paths):
        for written in {_written(path), _written(path[:1])}:
            results[written] |= 1 << bit
    found = _parts(jaxpr, results, getattr(function, "__code__", None))
    for result, (part, line) in sorted(found.items(), key=lambda one: -one[1][0])[:_TOLD]:
        number, _ = here.log.event(Apart, place, here.chain(frame), result=result)
        here.log.add(number)
        here.log.set(number, part=part, at=line)


def _written(path: Any) -> str:
    """A path as one writes it behind what it begins at: `[2]['loss']`, `.loss`."""
    return str(here.jax.tree_util.keystr(path))


def _parts(jaxpr: Any, results: dict[str, int], code: Any) -> dict[str, tuple[float, Place]]:
    """For each result the part of the work that nothing else needs, and the line of most of it.

    Args:
        code: of the compiled function, whose own line is told where it is known.
    """
    cost = Work()
    whole = cost.of(jaxpr)[0]
    needed = _needed_by(jaxpr)
    out: dict[str, tuple[float, Place]] = {}
    for path, bits in results.items():
        own = [
            (cost.of_equation(equation)[0], equation)
            for equation, by in zip(jaxpr.eqns, needed, strict=True)
            if by and not by & ~bits
        ]
        part = sum(done for done, _ in own) / whole if whole else 0.0
        if _LEAST <= part < 1.0:
            _, worst = max(own, key=lambda pair: pair[0])
            frames = user_frames(worst)
            own_line = next((i for i, one in enumerate(frames) if one[0] is code), 0)
            if frames:
                out[path] = (min(1.0, part), stack(frames[own_line:])[0])
    return out


def _needed_by(jaxpr: Any) -> list[int]:
    """For each equation the results that need it, as bits; all need one with effects."""
    bits: dict[Any, int] = collections.defaultdict(int)
    for index, value in enumerate(jaxpr.outvars):
        if is_variable(value):
            bits[value] |= 1 << index
    every = (1 << len(jaxpr.outvars)) - 1
    out = []
    for equation in reversed(jaxpr.eqns):
        by = every if getattr(equation, "effects", None) else 0
        for value in equation.outvars:
            by |= bits.get(value, 0)
        for value in equation.invars:
            if is_variable(value):
                bits[value] |= by
        out.append(by)
    return out[::-1]


def forget() -> None:
    """Begin anew, in a process that was forked."""
    _looked.clear()
