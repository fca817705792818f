"""What a program keeps from the forward pass for the backward pass, by the line that made it.

A gradient that is taken in compiled code is a part of its program: equations that a `transpose`
made use values of equations that a `jvp` made, and these have to be kept until then.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from .events import Place, Residual
from .jaxprs import inner, is_variable, jaxprs, nbytes, size, stack, user_frames
from .state import here

_LEAST = 1_024  # bytes of one line that are told
_SHAPES = 8

_Stack = tuple[Place, tuple[Place, ...]]


def residuals(jaxpr: Any, name: str) -> None:
    """Tell the residuals of a program, by line."""
    kept: dict[_Stack, list[Any]] = defaultdict(list)
    loops: dict[_Stack, Place | None] = {}
    for one in jaxprs(jaxpr):
        for variable, maker in _crossing(one):
            lines, loop = _made_at(maker, variable)
            if lines is not None:
                kept[lines].append(variable)
                loops.setdefault(lines, loop)
    around = sum(nbytes(one) for one in (*jaxpr.jaxpr.invars, *jaxpr.jaxpr.outvars))
    for (place, chain), variables in kept.items():
        amount = sum(map(nbytes, variables))
        if amount < _LEAST:
            continue
        variables.sort(key=nbytes, reverse=True)
        number, event = here.log.event(Residual, place, chain, function=name)
        here.log.add(number, len(variables) - event.count, amount=max(0, amount - event.bytes))
        shapes = [one.aval.str_short() for one in variables[:_SHAPES]]
        here.log.set(number, shapes=shapes, around=around, loop=loops[place, chain])


def _crossing(jaxpr: Any) -> list[tuple[Any, Any]]:
    """The variables of forward equations that backward ones use, each with its equation."""
    made: dict[Any, Any] = {}
    found: dict[Any, Any] = {}
    for equation in jaxpr.eqns:
        transforms = here.adapter.transforms(equation)
        if "transpose" in transforms:
            for one in equation.invars:
                if is_variable(one) and one in made:
                    found[one] = made[one]
        elif "jvp" in transforms and not _spread(equation):
            made.update((one, equation) for one in equation.outvars)
    return list(found.items())


def _spread(equation: Any) -> bool:
    """Whether an equation only spreads out what is smaller, which is made anew where it is used."""
    if equation.primitive.name == "iota":
        return True
    return equation.primitive.name == "broadcast_in_dim" and 2 * sum(
        map(size, equation.invars[:1])
    ) <= sum(map(size, equation.outvars))


def _made_at(equation: Any, variable: Any) -> tuple[_Stack | None, Place | None]:
    """The lines that made a value, and the line of the outermost loop on the device that did.

    Below loops and calls the lines are those inside of them.
    """
    frames = user_frames(equation)
    loop: Place | None = None
    for _ in range(20):
        if loop is None and equation.primitive.name == "scan" and frames:
            loop = stack(frames)[0]
        bodies = inner(equation)
        if len(bodies) != 1 or len(bodies[0].outvars) != len(equation.outvars):
            break
        result = bodies[0].outvars[list(equation.outvars).index(variable)]
        below = next((one for one in bodies[0].eqns if result in one.outvars), None)
        if not is_variable(result) or below is None:
            break
        equation, variable = below, result
        inside = user_frames(equation)
        if inside:  # a body that is traced by itself may not know who called it
            known = {(id(code), offset) for code, offset in inside}
            frames = inside + [
                (code, offset) for code, offset in frames if (id(code), offset) not in known
            ]
    return (stack(frames) if frames else None), loop
