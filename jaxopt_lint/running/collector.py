"""Python's garbage collector while large trees are alive."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def quiet_collector() -> Iterator[None]:
    """Fewer garbage collections: they would walk the large, live trees again and again.

    What a file leaves behind does not wait for them (`Holder.forget`).
    """
    before = gc.get_threshold()
    set_quiet()
    try:
        yield
    finally:
        gc.set_threshold(*before)


def set_quiet() -> None:
    """The same for as long as the process lives."""
    gc.set_threshold(2_000_000, 20, 20)


def set_aside() -> None:
    """Leave all that is there to the end of the process, which gives memory back at once: the
    interpreter would look for garbage in it before it ends."""
    gc.freeze()
