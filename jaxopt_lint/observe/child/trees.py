"""Trees of values, looked at without waiting for the device."""

from __future__ import annotations

from typing import Any

from .state import here

_LEAVES = 2_000
_NODES = 5_000
_DEPTH = 32  # of a tree; a module of flax can hold itself
_PARTS = 16
_DEEP = 6
_KINDS = 4_000
_PLAIN = frozenset({bool, int, float, complex, str})
_no_nodes: set[type] = set()  # types that JAX takes for leaves


def leaves(value: Any) -> list[Any]:
    """The leaves of a tree, without `None`s.

    JAX is not asked for all of them at once: where an object holds itself, that ends in a
    RecursionError, after which the interpreter believes for good that it is so deep.
    """
    if type(value) is here.array:
        return [value]
    out: list[Any] = []
    pending = [(value, 0)]
    for _ in range(_NODES):
        if not pending or len(out) >= _LEAVES:
            break
        one, depth = pending.pop()
        kind = type(one)
        if kind is here.array or kind in _PLAIN:
            out.append(one)
            continue
        parts = _parts(one, kind)
        if parts is None:
            out.append(one)
        elif depth < _DEPTH:
            pending += [(part, depth + 1) for part in reversed(parts)]
    return out


def _parts(value: Any, kind: type) -> list[Any] | None:
    """What a node of a tree holds; None if it is a leaf."""
    if kind is list or kind is tuple:
        return list(value)
    if kind is dict:
        return list(value.values())
    try:
        found = here.jax.tree_util.default_registry.flatten_one_level(value)
        return None if found is None else list(found[0])
    except Exception:
        return None


def holds_array(value: Any) -> bool:
    """Whether a value is an array, or holds one among its first parts."""
    return _holds_array(value, 0)


def _holds_array(value: Any, depth: int) -> bool:
    kind = type(value)
    if kind is here.array:
        return True
    if kind in _PLAIN or kind in _no_nodes or depth > _DEEP:
        return False
    parts = _parts(value, kind)
    if parts is None:
        if len(_no_nodes) < _KINDS:
            _no_nodes.add(kind)
        return False
    return any(_holds_array(one, depth + 1) for one in parts[:_PARTS])


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
