"""Trees of values, looked at without waiting for the device."""

from __future__ import annotations

from typing import Any

from .state import here

_LEAVES = 2_000
_PARTS = 16


def leaves(value: Any) -> list[Any]:
    """The leaves of a tree, without `None`s."""
    kind = type(value)
    if kind is here.array:
        return [value]
    try:
        return here.jax.tree_util.tree_leaves(value)[:_LEAVES]  # type: ignore[no-any-return]
    except Exception:
        return []


def holds_array(value: Any) -> bool:
    """Whether a value is an array, or holds one among its first parts."""
    kind = type(value)
    if kind is here.array:
        return True
    if kind is dict:
        value = list(value.values())
    for one in value[:_PARTS]:
        inner = type(one)
        if inner is here.array:
            return True
        if inner in (list, tuple, dict) and one and holds_array(one):
            return True
    return False


def is_ready(value: Any) -> bool:
    """Whether the device is done with a value; what is no array is."""
    kind = type(value)
    try:
        if kind is here.array:
            return bool(value.is_ready())
        if kind in (list, tuple, dict):
            return all(one.is_ready() for one in leaves(value) if type(one) is here.array)
    except Exception:
        return True
    return True
