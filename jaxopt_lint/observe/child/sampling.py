"""Where the main thread is, many times a second: which lines the time goes to."""

from __future__ import annotations

import sys

from .events import Share
from .state import here
from .tally import chain_key

_seen: dict[tuple[int, ...], int] = {}
_KEPT = 5_000


def sample(thread: int, seconds: float) -> None:
    """Look where a thread is; `seconds` went by since the last look."""
    frame = here.users(sys._current_frames().get(thread))
    if frame is None:
        return
    found = chain_key(frame)
    number = _seen.get(found)
    if number is None:
        if len(_seen) >= _KEPT:
            _seen.clear()
        number, _ = here.log.event(Share, here.place(frame), here.chain(frame))
        _seen[found] = number
    here.log.add(number, seconds=seconds)


def forget() -> None:
    """Begin anew, in a process that was forked."""
    _seen.clear()
