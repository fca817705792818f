"""A progress bar that appears after a while and leaves nothing behind."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

PATIENCE = 0.5  # seconds before a bar is worth its flicker


class Bar:
    """Shows on standard error what is being done, and how much of it is done.

    It appears by the clock and not by what is reported: the first step may be the longest.
    """

    def __init__(self, what: str) -> None:
        self._lock = threading.Lock()
        self._state: tuple[str, int, int] = (what, 0, 0)
        self._shown: Any = None
        self._task: Any = None
        self._timer = threading.Timer(PATIENCE, self._start)
        self._timer.daemon = True
        self._timer.start()

    def __call__(self, done: int, total: int, what: str = "") -> None:
        """Take note of how far things are."""
        with self._lock:
            before = self._state[0]
            self._state = (what or before, done, total)
            if self._shown is not None:
                self._update()
                if self._state[0] != before:
                    self._shown.refresh()

    def stop(self) -> None:
        """Take the bar away."""
        self._timer.cancel()
        self._timer.join()  # it may be about to draw
        with self._lock:
            if self._shown is not None:
                self._shown.stop()
                self._shown = None

    @contextmanager
    def away(self) -> Iterator[None]:
        """Take the bar away while something else is printed."""
        with self._lock:
            if self._shown is not None:
                self._shown.stop()
            try:
                yield
            finally:
                if self._shown is not None:
                    self._shown.start()

    def _start(self) -> None:
        from rich.console import Console
        from rich.progress import (
            BarColumn,
            MofNCompleteColumn,
            Progress,
            TextColumn,
            TimeElapsedColumn,
        )
        from rich.table import Column

        what = Column(no_wrap=True, overflow="ellipsis", max_width=40)
        with self._lock:
            self._shown = Progress(
                TextColumn("{task.description}", markup=False, table_column=what),
                BarColumn(),
                MofNCompleteColumn(),
                TimeElapsedColumn(),
                console=Console(stderr=True),
                transient=True,
            )
            self._task = self._shown.add_task("", total=None)
            self._update()
            self._shown.start()

    def _update(self) -> None:
        what, done, total = self._state
        self._shown.update(self._task, description=what, completed=done, total=total or None)
