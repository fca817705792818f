"""How far a run has come, told to whoever follows it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol, TypeVar

_Item = TypeVar("_Item")


class Progress(Protocol):
    """Is told how many of how many things are done, and what is being done to them."""

    def __call__(self, done: int, total: int, what: str = "") -> None: ...


def followed(
    items: Iterable[_Item], total: int, doing: str, progress: Progress | None, of: str = "file"
) -> Iterator[_Item]:
    """Files, or what comes of them; that one is done is told when the next one is asked for.

    Args:
        of: what they are instead of files.
    """
    if progress is None:
        yield from items
        return
    plural = "es" if of.endswith("x") else "s"
    what = f"{doing} {total} {of}{plural if total != 1 else ''}"
    progress(0, total, what)
    for done, item in enumerate(items, 1):
        yield item
        progress(done, total, what)
