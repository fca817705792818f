"""What ends a run from outside: it ends in order, and leaves neither processes nor files."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

_NAMES = ("SIGTERM", "SIGHUP")


class Terminated(BaseException):
    """The system asked the run to end; `code` is the exit code that says so."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.code = 128 + number


@contextmanager
def orderly() -> Iterator[None]:
    """Turn requests to end into an exception, so that every `finally` on the way runs.

    What is ignored, as under `nohup`, stays ignored. When the block has ended, nothing is left
    of the temporary files that it made; what the process around it has made before stays.
    """
    loaded = sys.modules.get("jaxopt_lint.files.leftovers")
    others = () if loaded is None else loaded.made()
    before = {}
    if threading.current_thread() is threading.main_thread():
        for name in _NAMES:
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) is signal.SIG_DFL:
                before[number] = signal.signal(number, _end)
    try:
        yield
    finally:
        leftovers = sys.modules.get("jaxopt_lint.files.leftovers")
        if leftovers is not None:
            leftovers.remove_all(but=others)
        for number, handler in before.items():
            signal.signal(number, handler)


def _end(number: int, frame: FrameType | None) -> NoReturn:
    # Once is enough: what follows must not keep the run from cleaning up.
    for name in _NAMES:
        other = getattr(signal, name, None)
        if other is not None:
            signal.signal(other, signal.SIG_IGN)
    raise Terminated(number)
