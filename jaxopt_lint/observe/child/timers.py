"""Clocks that are read before the device is done with what is timed."""

from __future__ import annotations

from types import FrameType
from typing import Any

from .events import EarlyTimer, Place
from .producers import Latest
from .state import here
from .tally import lights, place_of, tally

# id of code, or of an object whose methods read the clock -> where it was read last, the work
# that had been handed over till then, and the code that read it.
_read: dict[int, tuple[Place, int, int]] = {}


_clocked: set[tuple[str, str]] = set()  # functions that read a clock, by file


def near(site: int) -> bool:
    """Whether the function around a site reads a clock, or has an object do so."""
    at = here.sites[site]
    return (at.file, at.function) in _clocked


def read(site: int, clock: str, frame: FrameType) -> None:
    """A clock was read at a site."""
    at = here.sites[site]
    _lit(at.file, at.function)
    place = place_of(site, frame)
    owner, caller = _method(frame)
    if owner is not None and caller is not None:
        if caller.f_code.co_filename in here.files:
            _lit(here.files[caller.f_code.co_filename], caller.f_code.co_qualname)
        before = _stored(id(owner), place, frame)
        # The same method reads it again and again to know how fast the rounds of a loop go, in
        # which what the device is still at is no more than the last of them.
        if before is not None and before[2] != id(frame.f_code):
            _judged(site, clock, frame, before, caller)
    before = _stored(id(frame.f_code), place, frame)
    if before is not None:
        _judged(site, clock, frame, before, frame)


def _lit(file: str, function: str) -> None:
    """Have calls of a function told in full, as it times them."""
    if (file, function) not in _clocked:
        _clocked.add((file, function))
        for other, light in lights.items():
            light.full = light.full or near(other)


def _method(frame: FrameType) -> tuple[Any, FrameType | None]:
    """The object whose method a frame runs, and who called it; None for a plain function.

    Variables that are looked at keep what they stood for while the frame runs, so that those of a
    plain function are not.
    """
    code = frame.f_code
    around = code.co_qualname.rpartition(".")[0]
    if not around or around.endswith("<locals>"):
        return None, None
    owner = frame.f_locals.get(code.co_varnames[0]) if code.co_argcount else None
    method = getattr(type(owner), code.co_name, None)
    is_method = getattr(method, "__code__", None) is code
    return (owner, frame.f_back) if is_method else (None, None)


def _stored(key: int, place: Place, frame: FrameType) -> tuple[Place, int, int] | None:
    """What was kept of the reading before, in the place of which this one is kept."""
    before = _read.get(key)
    if len(_read) > 1_000:
        _read.clear()
    _read[key] = (place, Latest.order, id(frame.f_code))
    return before


def _judged(
    site: int, clock: str, frame: FrameType, before: tuple[Place, int, int], worker: FrameType
) -> None:
    """Tell of a reading if work that a frame handed over since the one before is not done."""
    if before[1] == Latest.order or Latest.code != id(worker.f_code):
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
