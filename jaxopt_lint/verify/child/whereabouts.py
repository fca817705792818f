"""On which call a process is, and since when, written down for whoever has to end it or finds it
dead."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path


def noting(path: str) -> Callable[[str], None]:
    """What puts a word into a file, in place of the last one, with the seconds since it was made.

    The file is open all the time, as opening one is what the code that is run is watched for.
    """
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    start = time.monotonic()

    def note(word: str) -> None:
        os.ftruncate(file, 0)
        os.pwrite(file, f"{time.monotonic() - start:.3f} {word}".encode(), 0)

    return note


def last(path: str) -> tuple[float, str]:
    """What was noted last, and after how many seconds; 0 and "" where nothing was."""
    file = Path(path)
    text = file.read_text(encoding="utf-8") if file.is_file() else ""
    seconds, _, word = text.partition(" ")
    return float(seconds or 0), word


def lasts(path: str) -> float:
    """Seconds by the clock since a word was noted; 0 where none was."""
    try:
        noted = os.stat(path).st_mtime
    except OSError:
        return 0.0
    return max(0.0, time.time() - noted) if last(path)[1] else 0.0
