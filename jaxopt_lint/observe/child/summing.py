"""Sums over devices in each round of a loop that only adds them up: one after it would do."""

from __future__ import annotations

from typing import Any

from .events import Collective
from .jaxprs import inner, is_variable, jaxprs, nbytes, plain, stack, user_frames
from .state import here

_LINEAR = ("convert_element_type", "mul", "div", "neg", "reshape", "pvary", "pbroadcast", "copy")
_ADDING = ("add", "add_any")


def sums_in_loops(jaxpr: Any, name: str) -> None:
    """Tell the sums over devices that a loop of a program repeats without need."""
    for one in jaxprs(jaxpr):
        for equation in one.eqns:
            if equation.primitive.name == "scan":
                _of_loop(equation, name)


def _of_loop(loop: Any, name: str) -> None:
    body, rounds = plain(loop.params["jaxpr"]), int(loop.params["length"])
    constants, carried = here.adapter.scan_parts(loop)
    carries = body.invars[constants : constants + carried]
    for equation in body.eqns:
        if not equation.primitive.name.startswith("psum"):
            continue
        amount = sum(
            nbytes(result)
            for result in equation.outvars
            if _only_added(body, result, carries, carried)
        )
        frames = user_frames(equation)
        if amount and frames:
            place, chain = stack(frames)
            number, _ = here.log.event(Collective, place, chain, function=name, operation="psum")
            here.log.add(number, rounds, amount=rounds * amount)
            here.log.set(number, rounds=rounds)


def _only_added(body: Any, value: Any, carries: list[Any], carried: int) -> bool:
    """Whether all that becomes of a value is that it is added to what the loop carries on."""
    for _ in range(20):
        if any(value is one for one in body.outvars):
            return False
        users = [one for one in body.eqns if any(value is given for given in one.invars)]
        if len(users) != 1 or inner(users[0]):
            return False
        (user,) = users
        others = [one for one in user.invars if one is not value and is_variable(one)]
        if user.primitive.name in _ADDING:
            for index, carry in enumerate(carries):
                if others and others[0] is carry:
                    used = sum(carry is one for e in body.eqns for one in e.invars)
                    return used == 1 and body.outvars[:carried][index] is user.outvars[0]
            return False
        if user.primitive.name not in _LINEAR or others:
            return False
        value = user.outvars[0]
    return False
