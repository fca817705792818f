"""Which call an array came of, for a while: what a wait waits for."""

from __future__ import annotations

import weakref
from types import FrameType
from typing import Any, NamedTuple

from .events import Place
from .state import here
from .tally import place_of

_KEPT = 4_096


class Made(NamedTuple):
    """Where an array came from: the call, and how many had come before it."""

    array: Any  # weak
    place: Place
    name: str
    order: int


_made: dict[int, Made] = {}  # by the ids of arrays


class Latest:
    """The last work that was handed to the device."""

    array: Any = None  # weak, one of its results
    code: Any = None  # id of the code that the call stands in
    place: Place | None = None
    name = ""
    order = 0


def made(arrays: list[Any], site: int, frame: FrameType, name: str) -> None:
    """A call gave these."""
    place = place_of(site, frame)
    if len(_made) > _KEPT:
        _made.clear()
    last = None
    for array in arrays[:64]:
        if type(array) is here.array:
            last = weakref.ref(array)
            _made[id(array)] = Made(last, place, name, Latest.order + 1)
    if last is not None:
        Latest.array, Latest.code = last, id(frame.f_code)
        Latest.place, Latest.name = place, name
        Latest.order += 1


def latest(value: Any, site: int, frame: FrameType) -> None:
    """A call gave a tree, of which one array is enough to know whether the device is done."""
    while type(value) in (tuple, list) and value:
        value = value[-1]
    if type(value) is here.array:
        Latest.array, Latest.code = weakref.ref(value), id(frame.f_code)
        Latest.place, Latest.name = None, here.sites[site].name
        Latest.order += 1


def of(array: Any) -> Made | None:
    """Where an array came from, if that is still known."""
    found = _made.get(id(array))
    if found is None or found.array() is not array:
        return None
    return found


def forget() -> None:
    """Begin anew, in a process that was forked."""
    _made.clear()
