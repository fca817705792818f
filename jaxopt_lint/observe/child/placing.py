"""Which arguments of a compiled call are which inputs of its program.

JAX tells of a program as it is made, with the values that it is made for; the call that led to it
is looked at when it is over. Values are known again by their ids, which hold as long as the call.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from .jaxprs import plain

LEAVES = 512  # of arguments, past which a call is not looked at
LITERAL = -1  # an input that stands in the call as a number, and the same in each call of that line
NOWHERE = -2  # an input that is not among the arguments
_PROGRAMS = 256
_NUMBERS = (int, float, bool, complex)


class Placed(NamedTuple):
    """A program, and for each input of it the place of the leaf of the arguments that it is."""

    jaxpr: Any
    places: list[int]


# By function: it, its jaxpr, and the ids of the leaves, each with whether it is a number.
_made: dict[int, tuple[Any, Any, list[tuple[int, bool]]]] = {}
_placed: dict[int, tuple[Any, Placed]] = {}


def made(function: Any, jaxpr: Any, leaves: list[Any]) -> None:
    """A program was made of a function for these leaves, one for each input."""
    if len(_made) > _PROGRAMS:
        forget()
    ids = [(id(leaf), type(leaf) in _NUMBERS) for leaf in leaves]
    _made[id(function)] = (function, plain(jaxpr), ids)
    _placed.pop(id(function), None)


def placed(function: Any, given: list[Any]) -> Placed | None:
    """The latest program of a function that is called with these leaves, or was by an earlier
    call: the first one after it was made tells."""
    known = _placed.get(id(function))
    if known is not None and known[0] is function:
        return known[1]
    pending = _made.get(id(function))
    if pending is None or pending[0] is not function:
        return None
    places: dict[int, int] = {}
    for place, leaf in enumerate(given):
        places.setdefault(id(leaf), place)
    _, jaxpr, ids = pending
    found = [places.get(leaf, LITERAL if number else NOWHERE) for leaf, number in ids]
    _placed[id(function)] = (function, Placed(jaxpr, found))
    return _placed[id(function)][1]


def forget() -> None:
    """Begin anew, in a process that was forked."""
    _made.clear()
    _placed.clear()
