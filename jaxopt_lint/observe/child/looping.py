"""Loops of Python: how often they are entered, how many times they go round, which one steps."""

from __future__ import annotations

import contextlib
import operator
import sys
from _thread import get_ident
from typing import Any

from . import donation
from .events import Dispatch, Loop
from .producers import Latest
from .state import here, shape
from .tally import tally


class _Turns:
    """Iterations of one loop in one thread since it was entered there last."""

    __slots__ = ("going", "traced")

    def __init__(self) -> None:
        self.going = 0
        self.traced = False


class _Looping:
    """One loop of the source, with what it does in each thread that runs it."""

    __slots__ = (
        "busy",
        "dispatches",
        "ended",
        "event",
        "number",
        "since",
        "threads",
        "touched",
        "unrolled",
        "until",
    )

    def __init__(self, number: int, event: Any) -> None:
        self.number = number
        self.event = event
        self.threads: dict[int, _Turns] = {}
        self.ended = False  # whether any run of it has
        self.unrolled = 0  # iterations of the longest run of it in a trace
        self.dispatches = -1
        self.since = 0  # calls for the device until it was entered, and until this round began
        self.until = 0
        self.busy = 0  # iterations in a row in which the device got work


_loops: dict[int, _Looping] = {}
_by_line: dict[tuple[str, int], _Looping] = {}
_steps: dict[str, Any] = {"site": 0, "count": 0}


def entered(site: int, iterable: Any) -> Any:
    """A loop begins, over this."""
    try:
        _entered(site, iterable, sys._getframe(1))
    except Exception:
        return iterable
    return iterable


def _entered(site: int, iterable: Any, frame: Any) -> None:
    known = _loops.get(site)
    if known is None:
        if site in here.sites and here.sites[site].what == "comprehension":
            if here.adapter is not None and here.adapter.tracing():
                at = here.sites[site]
                most = max(_lengths.get((at.file, at.line), 0), _length(iterable))
                _lengths[at.file, at.line] = most
            return
        if site not in here.sites or frame.f_code.co_filename not in here.files:
            return
        at = here.sites[site]
        place = here.place(frame, at.column)._replace(line=at.line)
        known = _loops[site] = _Looping(*here.log.event(Loop, place, here.chain(frame)))
        _by_line[at.file, at.line] = known
    thread = get_ident()
    turns = known.threads.get(thread)
    if turns is None:
        turns = known.threads[thread] = _Turns()
    else:
        finished(known, turns)
    turns.going = 0
    turns.traced = here.adapter is not None and here.adapter.tracing()
    known.since = known.until = Latest.order
    known.event.entries += 1
    known.dispatches = -1
    if type(iterable) is here.array and here.on:
        one = tally(Dispatch, site, "iterate", how="eager", operation="iterate over an array")
        one.hit(frame).count += 1
        here.log.set(one.number, shape=shape(iterable), loop=here.sites[site].line)


def marks(file: str, line: int) -> tuple[int, int]:
    """How many calls for the device came before a loop was entered, and before its last round."""
    one = _by_line.get((file, line))
    return (0, 0) if one is None else (one.since, one.until)


def rounds(file: str, line: int) -> int:
    """How often a loop went round at most in a trace, of the times that it was entered in one."""
    one = _by_line.get((file, line))
    if one is not None:
        for turns in [*one.threads.values()]:
            if turns.traced:
                one.unrolled = max(one.unrolled, turns.going)
    return max(0 if one is None else one.unrolled, _lengths.get((file, line), 0))


_lengths: dict[tuple[str, int], int] = {}  # of comprehensions, whose rounds pass no probe


def _length(iterable: Any) -> int:
    """How many things an iterable has, as far as it can tell; nothing of it is used up."""
    with contextlib.suppress(Exception):
        if type(iterable) in (zip, enumerate, map, reversed):
            return max(map(_length, iterable.__reduce__()[1]), default=0)
        if isinstance(iterable, here.tracer):
            return int(iterable.shape[0])
        return operator.length_hint(iterable, 0)
    return 0


def finished(one: _Looping, turns: _Turns) -> None:
    """A loop that was entered before in this thread has ended, however it did."""
    event, going = one.event, turns.going
    event.least = min(event.least, going) if one.ended else going
    event.most = max(event.most, going)
    one.ended = True
    if turns.traced:
        one.unrolled = max(one.unrolled, going)
    here.log.touch(one.number)


def iteration(site: int) -> None:
    """A loop goes round."""
    one = _loops.get(site)
    turns = one.threads.get(get_ident()) if one is not None else None
    if one is None or turns is None:
        return
    turns.going += 1
    one.event.count += 1
    one.until = Latest.order
    if donation.waiting:
        donation.settle()
    if turns.traced:
        one.event.traced += 1
    elif one.dispatches != here.dispatches:
        one.busy = one.busy + 1 if one.dispatches >= 0 else 0
        one.dispatches = here.dispatches
        if one.busy == 2 and not _steps["site"]:
            _steps["site"] = site
            one.event.step = True
            here.log.touch(one.number)
    if site == _steps["site"]:
        _step()


def _step() -> None:
    """A step begins; those before `after` and past `steps` are not written down."""
    _steps["count"] += 1
    steps, after = here.config["steps"], here.config["after"]
    if steps or after:
        count = _steps["count"] + 2  # two steps went by before it was known to be one
        here.on = count > after and (not steps or count <= after + steps)


def settle() -> None:
    """Write down how far the loops are that have not ended."""
    for one in _loops.values():
        going = [turns.going for turns in [*one.threads.values()]]
        one.event.most = max(one.event.most, *going)
        if not one.ended:
            one.event.least = min(going)
        here.log.touch(one.number)


def forget() -> None:
    """Begin anew, in a process that was forked."""
    _loops.clear()
    _by_line.clear()
    _lengths.clear()
