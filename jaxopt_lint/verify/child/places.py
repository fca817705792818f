"""Places in the arguments of a call: found, read and put to other values."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from .lib import jax

Change = Callable[[Any], Any]  # of a whole tree, which may be changed in place
Path = tuple[Any, ...]  # indices and keys, from the outermost container of Python's on


def places(tree: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """All containers and leaves, each with its path, the outermost first."""
    yield path, tree
    if type(tree) in (list, tuple):
        for index, item in enumerate(tree):
            yield from places(item, (*path, index))
    elif type(tree) is dict:
        for key, item in tree.items():
            yield from places(item, (*path, key))


def put(tree: Any, path: Path, value: Any) -> Any:
    """The tree with another value at a place."""
    if not path:
        return value
    step, rest = path[0], path[1:]
    if type(tree) is dict:
        return {k: put(item, rest, value) if k == step else item for k, item in tree.items()}
    return type(tree)(
        put(item, rest, value) if index == step else item for index, item in enumerate(tree)
    )


def get(tree: Any, path: Path) -> Any:
    for step in path:
        tree = tree[step]
    return tree


def at(path: Path, make: Callable[[Any], Any]) -> Change:
    """A change of what stands at one place."""
    return lambda tree: put(tree, path, make(get(tree, path)))


def words(path: Path) -> str:
    """A place for people: the arguments by number, and what follows as Python writes it."""
    return f"argument {path[1]}" + "".join(f"[{step!r}]" for step in path[2:])


def inner(tree: Any) -> list[tuple[Path, Any]]:
    """The arguments and what they hold, without the call itself."""
    return [(path, item) for path, item in places(tree) if len(path) > 1]


def is_array(leaf: Any) -> bool:
    """Whether a leaf is an array of numbers, random keys left out."""
    if not isinstance(leaf, (jax.Array, np.ndarray)) or leaf.dtype == object:
        return False
    return not jax.dtypes.issubdtype(leaf.dtype, jax.dtypes.extended)


def like(leaf: Any, value: Any) -> Any:
    """An array of the kind that another one is: of NumPy's or of JAX's."""
    return value if isinstance(leaf, np.ndarray) else jax.numpy.asarray(value)
