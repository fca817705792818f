"""Waits: the program asked for a value of the device, and how long that took."""

from __future__ import annotations

import collections
import time
from types import FrameType
from typing import Any

from . import producers
from .events import Place, Transfer, Wait
from .state import here, shape
from .tally import Tally, chain_key, lights, tally

_LONG = 0.001  # seconds from which a wait is told on the timeline
_KEPT = 4_096
_fetches: dict[tuple[Any, ...], tuple[int, Any, int, Any]] = {}
_from: dict[int, collections.Counter[tuple[Place, str]]] = {}  # event -> who made the values


def waited(
    via: str, arrays: list[Any], ready: bool, seconds: float, site: int, frame: FrameType
) -> None:
    """A probe saw a call that reads arrays; `ready` before, and `seconds` in it."""
    one = tally(Wait, site, via, via=via)
    event = one.hit(frame)
    lights[site] = one
    one.size = sum(array.nbytes for array in arrays)
    _note(one.number, event, arrays, ready, seconds)
    if via != "block_until_ready":
        moved = tally(Transfer, site, via, direction="to_host", via=via)
        one.moved = moved.hit(frame)
        _moved(moved, one.moved, arrays)


def fetched(via: str, array: Any, ready: bool, seconds: float, frame: FrameType | None) -> None:
    """JAX itself fetched a value to the host, wherever that was asked for."""
    found = (via, *chain_key(here.users(frame)))
    known = _fetches.get(found)
    if known is None:
        if len(_fetches) > _KEPT:
            _fetches.clear()
        place, chain = here.stack(frame)
        here.busy.add((place.file, place.function))
        known = _fetches[found] = (
            *here.log.event(Wait, place, chain, via=via),
            *here.log.event(Transfer, place, chain, direction="to_host", via=via),
        )
    number, event, transfer, moved = known
    _note(number, event, [array], ready, seconds)
    if not moved.count:
        here.log.set(transfer, shape=shape(array))
    moved.count += 1
    moved.bytes += array.nbytes


def _note(number: int, event: Any, arrays: list[Any], ready: bool, seconds: float) -> None:
    log = here.log
    event.count += 1
    event.bytes += sum(array.nbytes for array in arrays)
    if not ready:
        event.seconds += seconds
        event.blocked += 1
        log.touch(number)
        gap[:] = [(event, number, seconds, time.perf_counter())]
        if seconds > _LONG:
            log.span(number, time.perf_counter() - seconds, seconds)
    if event.count <= 64 or not event.count & 15:
        event.size = sum(array.size for array in arrays)
        for array in arrays[:4]:
            found = producers.of(array)
            if found is not None:
                counts = _from.setdefault(number, collections.Counter())
                counts[found.place, found.name] += 1
                ((place, name), _) = counts.most_common(1)[0]
                if event.producer != place:
                    log.set(number, producer=place, producer_name=name)


gap: list[tuple[Any, int, float, float]] = []  # since the end of the last wait, until work comes


def work_came(when: float) -> None:
    """The device got work again, when the arguments of a call for it were there."""
    while gap:
        event, number, seconds, ended = gap.pop()
        event.gaps += 1
        event.idle += min(when - ended, seconds)
        here.log.touch(number)


def _moved(one: Tally, event: Any, arrays: list[Any]) -> None:
    event.count += len(arrays)
    event.bytes += sum(array.nbytes for array in arrays)
    if one.n == 1:
        here.log.set(one.number, shape=shape(max(arrays, key=lambda array: int(array.nbytes))))


def forget() -> None:
    """Begin anew, in a process that was forked."""
    _from.clear()
    gap.clear()
    _fetches.clear()
