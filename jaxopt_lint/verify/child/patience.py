"""How long something has taken, on a machine that may be busy with other things."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, field

_LONGEST = 2.5  # seconds by the clock that count as one second of the processor at least


@dataclass
class Patience:
    """A number of seconds from now on: those of the processor count, so that a busy machine gets
    as far as an idle one. What waits for anything else comes to an end, too.

    >>> Patience(60).left > 59, Patience(0).left
    (True, 0.0)
    """

    seconds: float
    within: float = math.inf  # seconds by the clock, after which whoever waits would end it
    _wall: float = field(default_factory=lambda: time.monotonic())
    _processor: float = field(default_factory=lambda: time.process_time())

    @property
    def left(self) -> float:
        """Seconds that remain, none at the least."""
        until = self.within - (time.monotonic() - self._wall)
        return max(0.0, min(self.seconds - self._spent, until))

    @property
    def _spent(self) -> float:
        wall = time.monotonic() - self._wall
        own = time.process_time() - self._processor  # of all threads: more than the clock's, maybe
        return min(wall, max(own, wall / _LONGEST))
