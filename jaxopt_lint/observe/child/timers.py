"""Clocks that are read before the device is done with what is timed."""

from __future__ import annotations

from types import FrameType

from .events import EarlyTimer, Place
from .producers import Latest
from .state import here
from .tally import lights, place_of, tally

_read: dict[int, tuple[Place, int]] = {}  # id of code -> where its clock was read, work till then


_clocked: set[tuple[str, str]] = set()  # functions that read a clock, by file


def near(site: int) -> bool:
    """Whether the function around a site reads a clock."""
    at = here.sites[site]
    return (at.file, at.function) in _clocked


def read(site: int, clock: str, frame: FrameType) -> None:
    """A clock was read at a site."""
    code = id(frame.f_code)
    at = here.sites[site]
    if (at.file, at.function) not in _clocked:
        _clocked.add((at.file, at.function))
        for other, light in lights.items():
            light.full = light.full or near(other)
    place = place_of(site, frame)
    before = _read.get(code)
    if len(_read) > 1_000:
        _read.clear()
    _read[code] = (place, Latest.order)
    if before is None or before[1] == Latest.order or Latest.code != code:
        return
    array = Latest.array and Latest.array()
    if array is None:
        return
    try:
        if array.is_ready():
            return
    except Exception:
        return
    one = tally(EarlyTimer, site, clock, clock=clock)
    event = one.hit(frame)
    event.count += 1
    if event.count == 1:
        here.log.set(one.number, started=before[0], pending=Latest.place, pending_name=Latest.name)
