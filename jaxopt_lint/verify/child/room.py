"""How much room calls that were made up take: in files, and so in the memory of each process."""

from __future__ import annotations

from collections import Counter
from typing import Any

from .leaves import LARGE
from .lib import jax

ROOM = 32 << 20  # bytes for the calls of one kind


class Room:
    """Counts what the calls of each kind take; the one that fills the room is the last.

    >>> room = Room(100)
    >>> room.take("edge", 120)
    >>> room.is_full("edge"), room.is_full("extreme")
    (True, False)
    """

    def __init__(self, size: float = ROOM) -> None:
        self._size = size
        self._taken: Counter[str] = Counter()

    def take(self, kind: str, size: int) -> None:
        """Write down that a call of a kind takes so many bytes."""
        self._taken[kind] += size

    def is_full(self, kind: str) -> bool:
        """Whether there is room for no further call of a kind."""
        return self._taken[kind] >= self._size


def size_of(seen: Any) -> int:
    """The bytes of all arrays in what was seen of a call."""
    return sum(getattr(leaf, "nbytes", 0) for leaf in jax.tree_util.tree_leaves(seen))


def large(tree: Any) -> list[Any]:
    """The large arrays of a tree to which nobody can write."""
    leaves = jax.tree_util.tree_leaves(tree)
    return [x for x in leaves if isinstance(x, jax.Array) and _bytes(x) >= LARGE]


def _bytes(array: Any) -> int:
    return 0 if jax.dtypes.issubdtype(array.dtype, jax.dtypes.prng_key) else int(array.nbytes)
