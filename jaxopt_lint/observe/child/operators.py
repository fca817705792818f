"""Operators on arrays, and arrays stored into buffers of the host."""

from __future__ import annotations

import sys
import threading
import time
from types import FrameType
from typing import Any

from . import producers
from .events import Dispatch
from .state import here, shape
from .tally import lights, tally
from .waits import waited

_storing: list[tuple[int, int, Any, bool, float]] = []


def dispatched(site: int, value: Any, frame: FrameType) -> None:
    """An operator gave an array, so the device has work."""
    if site not in here.sites or frame.f_code.co_filename not in here.files:
        return
    one = tally(Dispatch, site, "operator", how="eager", operation=here.sites[site].name)
    event = one.hit(frame)
    event.count += 1
    lights[site] = one
    if one.looked():
        if one.n == 1:
            here.log.set(one.number, shape=shape(value), loop=here.sites[site].loop)
        producers.made([value], site, frame, here.sites[site].name)


def storing(site: int, value: Any) -> Any:
    """`buffer[i] = value` is about to store."""
    if type(value) is here.array and here.on:
        try:
            ready = value.is_ready()
        except Exception:
            return value
        if len(_storing) > 50:
            _storing.clear()
        _storing.append((site, threading.get_ident(), value, ready, time.perf_counter()))
    return value


def stored(site: int) -> None:
    """It has stored."""
    if _storing:
        try:
            _stored(site)
        except Exception as error:
            here.failed("store", error)


def _stored(site: int) -> None:
    now = time.perf_counter()
    frame = sys._getframe(2)
    mine = (site, threading.get_ident())
    while _storing:
        entry = _storing.pop()
        if entry[:2] == mine:
            if frame.f_code.co_filename in here.files:
                waited("stored into a buffer", [entry[2]], entry[3], now - entry[4], site, frame)
            return


def forget() -> None:
    """Begin anew, in a process that was forked."""
    _storing.clear()
