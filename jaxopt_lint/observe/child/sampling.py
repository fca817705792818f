"""Where the main thread is, many times a second: which lines the time goes to.

A frame that is gone when it is read ends the process. So a stack is read in one piece, by iterators
that are written in C: no other thread of Python runs between their steps. CPython 3.11 collects
garbage where an object is made, such as that of a frame, and calls what stands in `gc.callbacks`
(something of JAX's does), which lets other threads run: it collects nothing meanwhile.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from itertools import accumulate, chain, repeat, starmap
from operator import attrgetter
from types import CodeType
from typing import Any

from .events import Share
from .state import here, line_at
from .tally import chain_key

_seen: dict[tuple[int, ...], int] = {}
_KEPT = 5_000
_FRAMES = 500
_read = attrgetter("f_code", "f_lasti")


class At:
    """Where a frame was, with what is asked of frames."""

    __slots__ = ("f_back", "f_code", "f_lasti")

    def __init__(self, code: CodeType, last: int, back: At | None) -> None:
        self.f_code = code
        self.f_lasti = last
        self.f_back = back

    @property
    def f_lineno(self) -> int | None:
        """The line of the instruction."""
        return line_at(self.f_code, self.f_lasti)


def stack(thread: int) -> Any:
    """The innermost place where a thread is, or `None` where there is no such thread."""
    frames: Iterator[Any] = map(dict.get, starmap(sys._current_frames, ((),)), (thread,))
    around = accumulate(chain(frames, repeat("f_back", _FRAMES)), getattr)
    collects, paused = starmap(gc.isenabled, ((),)), starmap(gc.disable, ((),))
    seen: list[Any] = []
    # The outermost frame has none around it. `suppress` would be a call, where threads change.
    try:  # noqa: SIM105
        seen.extend(chain(collects, paused, map(_read, around)))
    except AttributeError:
        pass
    if seen[0]:
        gc.enable()
    found: At | None = None
    for code, last in reversed(seen[2:]):
        found = At(code, last, found)
    return found


def sample(thread: int, seconds: float) -> None:
    """Look where a thread is; `seconds` went by since the last look."""
    frame = here.users(stack(thread))
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
