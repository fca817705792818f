"""Sums over devices that cost more than they need.

In each round of a loop that only adds them up, one sum behind it would do. What is gathered on all
devices only to be reduced there, as to a mean and a variance, needs a sum over the devices of what
each has reduced, which moves little arrays and not all.
"""

from __future__ import annotations

from typing import Any

from .events import Collective
from .jaxprs import called_body, inner, is_variable, nbytes, plain, stack, user_frames
from .state import here

_PLAIN = ("convert_element_type", "mul", "div", "neg", "pvary", "pbroadcast", "copy")
_LINEAR = (*_PLAIN, "reshape")
_ADDING = ("add", "add_any")
_REDUCING = ("reduce_sum", "reduce_max", "reduce_min", "reduce_and", "reduce_or")
_ELEMENTWISE = (
    *_PLAIN, *_ADDING, "sub", "square", "integer_pow", "pow", "sqrt", "rsqrt", "exp", "log", "abs",
    "sign", "max", "min", "tanh", "logistic", "select_n", "stop_gradient", "copy_p", "eq", "ne",
    "lt", "le", "gt", "ge", "and", "or", "not", "is_finite",
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
    followed = _followed(jaxpr, {gathered}, axis)
    if followed is None:
        return False
    like, reduced = followed
    return reduced and not any(_among(one, like) for one in jaxpr.outvars)


def _followed(jaxpr: Any, given: set[Any], axis: int) -> tuple[set[Any], bool] | None:
    """What is made of values element by element, and whether any of that is reduced over an axis;
    `None` where something else becomes of them."""
    like, reduced = set(given), False
    for equation in jaxpr.eqns:
        if not any(_among(one, like) for one in equation.invars):
            continue
        name, body = equation.primitive.name, called_body(equation)
        if name in _REDUCING and axis in equation.params.get("axes", ()):
            reduced = True
        elif name == "reduce_scatter" and equation.params.get("scatter_dimension") == axis:
            pass  # the way back of a gradient
        elif name in _ELEMENTWISE:
            like |= set(equation.outvars)
        elif body is not None:
            pairs = zip(body.invars, equation.invars, strict=True)
            below = _followed(body, {one for one, value in pairs if _among(value, like)}, axis)
            if below is None:
                return None
            results = zip(body.outvars, equation.outvars, strict=True)
            like |= {value for one, value in results if _among(one, below[0])}
            reduced = reduced or below[1]
        else:
            return None
    return like, reduced


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
