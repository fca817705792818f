"""Trees of arrays that a library has told, as nodes."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from ..grammar import SHORT
from ..lib import jax
from . import made
from .nodes import Array, Dict, Key, Literal, Made, Node, Sequence
from .unknown import Opened

_SHORT = {name: short for short, name in SHORT.items()}


class CannotTell(Exception):
    """A tree with something in it that no node stands for."""


def told(tree: Any, sizes: Mapping[str, int], *, positive: bool) -> Node:
    """The node of a tree of shapes; lengths that have a name get it.

    Args:
        positive: whether its floats are none below zero.
    """
    node = _node(tree, {size: name for name, size in sizes.items()})
    return Made(f"{made.__name__}:positive", (node,)) if positive else node


def _node(tree: Any, names: Mapping[int, str]) -> Node:
    if isinstance(tree, Opened):  # a module of Equinox with other arrays
        raise CannotTell(type(tree).__name__)
    if hasattr(tree, "shape") and hasattr(tree, "dtype"):
        dims = tuple(names.get(size, str(size)) for size in tree.shape)
        if jax.dtypes.issubdtype(tree.dtype, jax.dtypes.prng_key):
            return Key(False, dims)
        return Array(dims, _SHORT[str(tree.dtype)], told=True)
    if tree is None or isinstance(tree, (bool, int, float, str)):
        return Literal(tree)
    kind = type(tree)
    target = f"{kind.__module__}:{kind.__qualname__}"
    if hasattr(tree, "_fields"):
        return Made(
            target, (), tuple((name, _node(getattr(tree, name), names)) for name in tree._fields)
        )
    if isinstance(tree, (tuple, list)):
        return Sequence(
            tuple(_node(one, names) for one in tree), "list" if kind is list else "tuple"
        )
    if isinstance(tree, Mapping):
        inside = Dict(tuple((name, _node(one, names)) for name, one in tree.items()), whole=True)
        return inside if kind is dict else Made(target, (inside,))
    if dataclasses.is_dataclass(tree):
        fields = [one.name for one in dataclasses.fields(tree) if one.init]
        return Made(target, (), tuple((name, _node(getattr(tree, name), names)) for name in fields))
    raise CannotTell(target)
