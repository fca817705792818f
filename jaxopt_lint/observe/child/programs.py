"""What a program holds: equations that repeat, constants that it captured, promotions."""

from __future__ import annotations

import collections
from typing import Any

from .branches import both_branches
from .events import Captured, Place, Program, Promotion
from .jaxprs import Work, in_order, inner, nbytes, stack, user_frames
from .residuals import residuals
from .state import here, typed
from .summing import sums_over_devices
from .twice import twice
from .unrolled import Stack, repeated

_EQUATIONS = 200_000  # of a program that are looked at
_LINES = 20
_LEAST = 1_024  # bytes of constants that are told
_WIDTH = {"float16": 2, "bfloat16": 2, "float32": 4, "float64": 8}


def lowered(
    jaxpr: Any, name: str, defined: Place | None, place: Place, chain: tuple[Place, ...]
) -> None:
    """A program is being made, at a place of the user's."""
    _captured(jaxpr, name, defined, place, chain)
    stacks: collections.Counter[Any] = collections.Counter()
    where: dict[Any, Stack] = {}
    total = 0
    for equation, around in in_order(jaxpr):
        total += 1
        if total > _EQUATIONS:
            break
        if not around.frames:
            continue
        found = (
            tuple((id(code), offset) for code, offset in around.frames),
            equation.primitive.name,
            tuple(str(one.aval) for one in equation.outvars),
        )
        stacks[found] += 1
        if found not in where:
            users = [one for one in around.frames if one[0].co_filename in here.files]
            where[found] = stack(users)
            _promoted(equation, around.jaxpr, name, *where[found])
    repeated(stacks, where, name, total)
    if not where:
        return  # an operation outside of jit
    cost = Work()
    work, wide = cost.of(jaxpr)
    lines = sorted(cost.by_line(jaxpr).items(), key=lambda one: -one[1])[:_LINES]
    number, _ = here.log.event(Program, place, chain, function=name)
    here.log.add(number)
    known = {line: int(done) for line, done in lines}
    returned: collections.Counter[str] = collections.Counter()
    for one in jaxpr.jaxpr.outvars:
        returned[str(getattr(one.aval, "dtype", ""))] += nbytes(one)
    ((returns, _),) = returned.most_common(1) or (("", 0),)
    effects = bool(getattr(jaxpr, "effects", None))
    here.log.set(number, work=work, wide=wide, returns=returns, effects=effects, lines=known)
    residuals(jaxpr, name)
    sums_over_devices(jaxpr, name)
    twice(jaxpr, name)
    both_branches(jaxpr, name)


def _captured(
    jaxpr: Any,
    name: str,
    defined: Place | None,
    place: Place,
    chain: tuple[Place, ...],
) -> None:
    """Tell the constants of a program, if they are large."""
    constants = zip(jaxpr.consts, jaxpr.jaxpr.constvars, strict=False)
    pairs = [(one, variable) for one, variable in constants if hasattr(one, "nbytes")]
    amount = sum(int(one.nbytes) for one, _ in pairs)
    if amount < _LEAST:
        return
    pairs.sort(key=lambda pair: -int(pair[0].nbytes))
    found = [one for one, _ in pairs]
    number, event = here.log.event(Captured, place, chain, function=name)
    here.log.add(number, amount=max(0, amount - event.bytes))
    shapes = [typed(one) for one in found[:8]]
    here.log.set(number, shapes=shapes, defined=defined, used=_used_at(jaxpr.jaxpr, pairs[0][1]))


def _used_at(jaxpr: Any, variable: Any) -> Place | None:
    """The first line of the user's that uses a variable, also in what the program calls."""
    for equation in jaxpr.eqns:
        for index, value in enumerate(equation.invars):
            if value is not variable:
                continue
            bodies = inner(equation)
            if len(bodies) == 1 and len(bodies[0].invars) == len(equation.invars):
                below = _used_at(bodies[0], bodies[0].invars[index])
                if below is not None:
                    return below
            frames = user_frames(equation)
            if frames:
                return stack(frames)[0]
    return None


def _promoted(equation: Any, jaxpr: Any, name: str, place: Place, chain: tuple[Place, ...]) -> None:
    primitive, given = equation.primitive.name, [one.aval for one in equation.invars]
    after = equation.outvars[0].aval if equation.outvars else None
    if primitive == "convert_element_type" and given:
        before = given[0]
    elif primitive == "dot_general" and given[0].dtype != given[1].dtype:
        before = min(given[:2], key=lambda one: _WIDTH.get(str(one.dtype), 99))
    else:
        return
    old, new = str(before.dtype), str(after.dtype)  # type: ignore[union-attr]
    if _WIDTH.get(new, 0) <= _WIDTH.get(old, 99) or before.size <= 1:
        return
    if primitive == "dot_general" or not _meant(equation, jaxpr, new):
        number, _ = here.log.event(
            Promotion, place, chain, before=old, after=new, silent=False, function=name
        )
        here.log.add(number, amount=int(after.size) * _WIDTH[new])  # type: ignore[union-attr]


_CASTS = {"astype", "_astype", "convert_element_type", "asarray", "array", "full_like"}


def _meant(equation: Any, jaxpr: Any, after: str) -> bool:
    """Whether somebody asked for the other type, the user or a function that sums in it.

    Within a function of JAX that is compiled by itself, an operand of that type tells.
    """
    for code, _ in here.adapter.frames(equation):
        if code.co_filename in here.files:
            return False
        if code.co_name in _CASTS or code.co_filename.endswith("reductions.py"):
            return True
    given = (str(getattr(one.aval, "dtype", "")) for one in jaxpr.invars)
    return after not in given
