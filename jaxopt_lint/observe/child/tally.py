"""Counts what happens at one site, by chain of callers, without walking the stack each time."""

from __future__ import annotations

from types import FrameType
from typing import Any

from .events import Event, Place
from .state import here

ALWAYS = 64  # happenings that are each looked at in full
_MASK = 15  # later one in sixteen; the others are counted, for the callers seen last
_OFTEN = 2_048  # happenings, after which one in 256 is looked at
_OFTEN_MASK = 255
_LEVELS = 6  # frames that tell chains apart
_CHAINS = 40  # different chains of one site


class Tally:
    """The events of one kind at one site.

    Args:
        kind: of the events.
        site: number of the site.
        own: key fields of the events.

    Attributes:
        part: what tells it from others at the site.
        full: whether each happening has to be looked at in full.
        by_result: whether what is returned counts, and not the call.
        moved: the event of the bytes that a wait fetched, and `size`, how many each time.
    """

    __slots__ = (
        "by_result", "chains", "column", "event", "full", "kind", "moved", "n", "number", "own",
        "part", "size",
    )  # fmt: skip

    def __init__(self, kind: type[Event], site: int, own: dict[str, Any], part: Any = None) -> None:
        at = here.sites[site]
        here.busy.add((at.file, at.function))
        self.kind = kind
        self.part = part
        self.full = False
        self.by_result = False
        self.moved: Any = None
        self.size = 0
        self.column = at.column
        self.own = own
        self.n = 0
        self.number = -1
        self.event: Any = None
        self.chains: dict[tuple[int, ...], tuple[int, Any]] = {}

    def hit(self, frame: FrameType) -> Any:
        """The event that this happening belongs to; `frame` is the user's own."""
        self.n += 1
        if not self.looked():
            return self.event
        found = chain_key(frame)
        known = self.chains.get(found)
        if known is None:
            if len(self.chains) >= _CHAINS:
                return self.event
            place = here.place(frame, self.column)
            known = here.log.event(self.kind, place, here.chain(frame), **self.own)
            self.chains[found] = known
        self.number, self.event = known
        return self.event

    def light(self) -> bool:
        """Whether the next happening is only to be counted."""
        n = self.n
        if n <= ALWAYS or self.full:
            return False
        return bool((n + 1) & (_MASK if n < _OFTEN else _OFTEN_MASK))

    def seconds(self, seconds: float) -> float:
        """What the time of the one that was looked at last adds to the time of all.

        The first one pays for what later ones find done: it counts as the second. One that was
        looked at out of its turn adds nothing.
        """
        if not self.full and not self.looked():
            return 0.0
        return seconds * (0 if self.n == 1 else 2 if self.n == 2 else self.weight())

    def weight(self) -> int:
        """How many happenings the one that was looked at last stands for."""
        if self.n <= ALWAYS or self.full:
            return 1
        return 1 + (_MASK if self.n <= _OFTEN else _OFTEN_MASK)

    def looked(self) -> bool:
        """Whether the happening that was counted last is one that is looked at."""
        n = self.n
        return n <= ALWAYS or not n & (_MASK if n <= _OFTEN else _OFTEN_MASK)


lights: dict[int, Tally] = {}  # by site, what happens there often enough to be only counted


def chain_key(frame: FrameType | None) -> tuple[int, ...]:
    """What tells one chain of callers from another."""
    out: list[int] = []
    for _ in range(_LEVELS):
        if frame is None:
            break
        out += (id(frame.f_code), frame.f_lasti)
        frame = frame.f_back
    return tuple(out)


tallies: dict[Any, Tally] = {}


def tally(kind: type[Event], site: int, part: Any, /, **own: Any) -> Tally:
    """The tally of a kind at a site; `part` tells it from others there."""
    found = (kind.kind, site, part)
    known = tallies.get(found)
    if known is None:
        known = tallies[found] = Tally(kind, site, own, part)
    return known


def place_of(site: int, frame: FrameType) -> Place:
    """The place of a site, as a frame at it sees it."""
    return here.place(frame, here.sites[site].column)


def forget() -> None:
    """Begin anew, in a process that was forked."""
    tallies.clear()
    lights.clear()
