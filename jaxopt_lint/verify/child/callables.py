"""Functions and iterators that end a call: what they raise has to reach who handed them over.

A function that is traced is called with no numbers, and as often as its tracer likes. There it
gives what it would have given, and `traced` says that the call tells nothing.
"""

from __future__ import annotations

import contextlib
import importlib
from collections.abc import Iterator
from typing import Any

from .lib import jax


class Stopped(Exception):
    """What a function or an iterator of a caller raises."""


class Traced:
    """Whether any of them was called while JAX traced something."""

    seen = False


class Raising:
    """A function that raises; `inner` is what it stands for, if anything."""

    def __init__(self, inner: Any = None) -> None:
        self.inner = inner

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if not _is_traced((args, kwargs)):
            raise Stopped("a function that was handed over")
        Traced.seen = True
        if self.inner is not None:
            return self.inner(*args, **kwargs)
        return args[0] if args else None


class Opposite:
    """A function that says no where another one says yes, and the other way round."""

    def __init__(self, inner: Any) -> None:
        self.inner = inner

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return not self.inner(*args, **kwargs)


class Failing(Iterator[Any]):
    """An iterator that raises after the first half of its entries, and has no more."""

    def __init__(self, entries: list[Any]) -> None:
        self.entries = entries[: max(1, len(entries) // 2)]
        self.place = 0

    def __next__(self) -> Any:
        self.place += 1
        if self.place <= len(self.entries):
            return self.entries[self.place - 1]
        if self.place == len(self.entries) + 1:
            raise Stopped("an iterator that was handed over")
        raise StopIteration


OWN = {made.__name__: made for made in (Raising, Opposite, Failing)}


def _is_traced(tree: Any) -> bool:
    with contextlib.suppress(ImportError, AttributeError):  # private, and may be gone
        if not importlib.import_module("jax._src.core").trace_state_clean():
            return True
    return any(isinstance(one, jax.core.Tracer) for one in jax.tree_util.tree_leaves(tree))
