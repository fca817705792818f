"""Sums over devices that cost more than they need.

In each round of a loop that only adds them up, one sum behind it would do. What is gathered on all
devices only to be reduced there, as to a mean and a variance, needs a sum over the devices of what
each has reduced, which moves little arrays and not all.
"""

from __future__ import annotations

from typing import Any

from .events import Collective
from .jaxprs import inner, is_variable, nbytes, plain, stack, user_frames
from .state import here

_LINEAR = ("convert_element_type", "mul", "div", "neg", "reshape", "pvary", "pbroadcast", "copy")
_ADDING = ("add", "add_any")
_REDUCING = ("reduce_sum", "reduce_max", "reduce_min", "reduce_and", "reduce_or")
_ELEMENTWISE = (
    *_LINEAR[:4], *_ADDING, "sub", "square", "integer_pow", "pow", "sqrt", "rsqrt", "exp", "log",
    "abs", "sign", "max", "min", "tanh", "logistic", "select_n", "stop_gradient", "copy", "copy_p",
    "pvary", "pbroadcast", "eq", "ne", "lt", "le", "gt", "ge", "and", "or", "not", "is_finite",
)  # fmt: skip


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
            if _only_reduced(jaxpr, result, equation.params.get("all_gather_dimension", 0))
        )
        if amount and frames:
            place, chain = stack(frames)
            number, _ = here.log.event(
                Collective, place, chain, function=name, operation="all_gather", by_name=True
            )
            here.log.add(number, times, amount=times * amount)
            here.log.set(number, rounds=times)


def _only_reduced(jaxpr: Any, gathered: Any, axis: int) -> bool:
    """Whether all that becomes of a value, element by element, is reduced over an axis."""
    like, reduced = _followed(jaxpr, {gathered}, axis)
    return reduced and like is not None and not any(_among(one, like) for one in jaxpr.outvars)


def _followed(jaxpr: Any, like: set[Any], axis: int) -> tuple[set[Any] | None, bool]:
    """What is made of values element by element, and whether any of that is reduced over an axis;
    `None` where something else becomes of them."""
    like, any_reduced = set(like), False
    for equation in jaxpr.eqns:
        given = [one for one in equation.invars if _among(one, like)]
        if not given:
            continue
        name, bodies = equation.primitive.name, inner(equation)
        if name in _REDUCING:
            if axis not in equation.params.get("axes", ()):
                return None, False
            any_reduced = True
        elif name == "reduce_scatter":  # the way back of a gradient
            if equation.params.get("scatter_dimension") != axis:
                return None, False
        elif len(bodies) == 1 and len(bodies[0].invars) == len(equation.invars):
            if name in ("scan", "while"):
                return None, False
            pairs = zip(bodies[0].invars, equation.invars, strict=True)
            below, reduced = _followed(
                bodies[0], {inside for inside, value in pairs if _among(value, like)}, axis
            )
            if below is None:
                return None, False
            any_reduced = any_reduced or reduced
            results = zip(bodies[0].outvars, equation.outvars, strict=True)
            like |= {value for inside, value in results if _among(inside, below)}
        elif name in _ELEMENTWISE:
            like |= set(equation.outvars)
        else:
            return None, False
    return like, any_reduced


def _among(value: Any, variables: set[Any]) -> bool:
    return is_variable(value) and value in variables


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
