"""The kinds of values, and what two of them have in common."""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    """What a value is at the time Python runs the code."""

    STATIC = "static"  # plain Python: numbers, strings, shapes, dtypes, modules, config
    HOST = "host"  # NumPy arrays and scalars fetched from a device
    DEVICE = "device"  # one jax.Array; in code that is jitted elsewhere, a tracer
    DEVICE_TREE = "device tree"  # a jax.Array or a container of them
    TRACER = "tracer"  # one abstract array
    TREE = "tree"  # an abstract array or a container of them: a traced parameter
    CALLABLE = "callable"
    UNKNOWN = "unknown"


TRACED = frozenset({Kind.TRACER, Kind.TREE})
ON_DEVICE = frozenset({Kind.DEVICE, Kind.DEVICE_TREE})
ARRAYS = TRACED | ON_DEVICE
Env = dict[str, Kind]


def join(a: Kind, b: Kind) -> Kind:
    """The kind of a value that is one or the other."""
    if a is b:
        return a
    pair = {a, b}
    if pair <= TRACED:
        return Kind.TREE
    if pair <= ON_DEVICE:
        return Kind.DEVICE_TREE
    return Kind.UNKNOWN
