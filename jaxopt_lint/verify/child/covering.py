"""Which lines of the file of a function run in calls of it."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from types import FrameType
from typing import Any


@contextlib.contextmanager
def covered(file: str, lines: set[int]) -> Iterator[None]:
    """Note the lines of functions of a file that run in a block."""
    if sys.gettrace() is not None or not file:  # somebody else looks
        yield
        return

    def local(frame: FrameType, event: str, given: Any) -> Any:
        if event == "line":
            lines.add(frame.f_lineno)
        return local

    def enter(frame: FrameType, event: str, given: Any) -> Any:
        return local if frame.f_code.co_filename == file else None

    sys.settrace(enter)
    try:
        yield
    finally:
        sys.settrace(None)
