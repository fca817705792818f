"""A clock that shows both versions the same: each reading is later than the one before by an amount
that grows, so that what times itself says the same each time, and what runs until a time has come
ends."""

from __future__ import annotations

import os
import sys
import time
import timeit
from collections.abc import Callable
from pathlib import Path
from typing import Any

_STEP = 1e-3  # seconds to the second reading, and more with each
_SHOWN = ("time", "perf_counter", "monotonic")  # and not what the processor has done meanwhile
_NANO = 1_000_000_000
_readings = 0


def steady(overlay: Path) -> None:
    """From now on, have the code below a folder read such a clock. All others see the real one."""
    inside = os.path.join(overlay, "")
    for name in _SHOWN:
        real = getattr(time, name)
        setattr(time, name, _of(real, inside, whole=False))
        real = getattr(time, f"{name}_ns")
        setattr(time, f"{name}_ns", _of(real, inside, whole=True))
    timeit.default_timer = time.perf_counter


def rewind() -> None:
    """Begin anew, as each call does."""
    global _readings
    _readings = 0


def _of(real: Callable[[], Any], inside: str, *, whole: bool) -> Callable[[], Any]:
    """A clock that shows the code of a folder what is made up."""

    def read() -> Any:
        global _readings
        if not sys._getframe(1).f_code.co_filename.startswith(inside):
            return real()
        _readings += 1
        shown = _STEP * _readings * (_readings + 1) / 2
        return int(shown * _NANO) if whole else shown

    read.__name__ = read.__qualname__ = getattr(real, "__name__", "time")
    return read
