"""Sums over devices that cost more than they need.

In each round of a loop that only adds them up, one sum behind it would do. What is gathered on all
devices only to be summed there needs a sum over the devices, which moves one array and not all.
"""

from __future__ import annotations

from typing import Any

from .events import Collective
from .jaxprs import inner, is_variable, nbytes, plain, stack, user_frames
from .state import here

_LINEAR = ("convert_element_type", "mul", "div", "neg", "reshape", "pvary", "pbroadcast", "copy")
_ADDING = ("add", "add_any")


def sums_over_devices(jaxpr: Any, name: str) -> None:
    """Tell the sums over devices of a program that could be had for less."""
    _look(plain(jaxpr), name, 1)


def _look(jaxpr: Any, name: str, times: int) -> None:
    """Look through a jaxpr that runs so many times."""
    for equation in jaxpr.eqns:
        rounds = 1
        if equation.primitive.name == "scan":
            rounds = int(equation.params["length"])
            _of_loop(equation, name, times)
        for body in inner(equation):
            _look(body, name, times * rounds)
        if not equation.primitive.name.startswith("all_gather"):
            continue
        frames = user_frames(equation)
        amount = sum(
            nbytes(result)
            for result in equation.outvars
            if _only_summed(jaxpr, result, equation.params.get("all_gather_dimension", 0))
        )
        if amount and frames:
            place, chain = stack(frames)
            number, _ = here.log.event(
                Collective, place, chain, function=name, operation="all_gather", by_name=True
            )
            here.log.add(number, times, amount=times * amount)
            here.log.set(number, rounds=times)


def _only_summed(jaxpr: Any, value: Any, axis: int) -> bool:
    """Whether all that becomes of a value is its sum over an axis, or its mean."""
    for _ in range(20):
        if any(value is one for one in jaxpr.outvars):
            return False
        users = [one for one in jaxpr.eqns if any(value is given for given in one.invars)]
        if len(users) != 1:
            return False
        (user,) = users
        bodies = inner(user)
        if user.primitive.name == "reduce_sum":
            return axis in user.params["axes"]
        if len(bodies) == 1 and len(bodies[0].invars) == len(user.invars):  # a function of jnp
            index = next(i for i, given in enumerate(user.invars) if given is value)
            return _only_summed(bodies[0], bodies[0].invars[index], axis)
        others = [one for one in user.invars if one is not value and is_variable(one)]
        if user.primitive.name not in ("convert_element_type", "mul", "div") or others:
            return False
        value = user.outvars[0]
    return False


def _of_loop(loop: Any, name: str, times: int) -> None:
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
            number, _ = here.log.event(
                Collective, place, chain, function=name, operation="psum", by_name=True
            )
            here.log.add(number, times * rounds, amount=times * rounds * amount)
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
