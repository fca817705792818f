"""What values hold: arrays, memory of the host, the newest work, levels of traces."""

from __future__ import annotations

from collections.abc import Sequence

from jaxopt_lint.semantics.jax.machine.values import (
    TEXT,
    Array,
    Came,
    Host,
    Instance,
    Levels,
    Made,
    Map,
    Network,
    Record,
    Seq,
    Tree,
    Unknown,
    Value,
    items_of,
    of_map,
)


def leaves(value: Value) -> list[Array | Tree]:
    """The arrays of JAX that a value certainly is, or holds."""
    match value:
        case Array() | Tree():
            return [value]
        case Seq():
            return [leaf for item in items_of(value) for leaf in leaves(item)]
        case Map():
            return [leaf for item in of_map(value) for leaf in leaves(item)]
        case Record(_, fields):
            return [leaf for _, held in fields for leaf in leaves(held)]
    return []


def hosts(value: Value) -> list[Host]:
    """The values of the host that a value certainly is, or holds."""
    match value:
        case Host():
            return [value]
        case Unknown(came=Came() as came):
            return [Host(None, True, came)]
        case Seq():
            return [one for item in items_of(value) for one in hosts(item)]
        case Map():
            return [one for item in of_map(value) for one in hosts(item)]
        case Record(_, fields):
            return [one for _, held in fields for one in hosts(held)]
    return []


def newest(values: Sequence[Value]) -> Made | None:
    """The newest work that some values hold results of."""
    found = [leaf.made for v in values for leaf in leaves(v)]
    found += [v.holds for v in values if isinstance(v, Unknown)]
    return max((m for m in found if m is not None), key=lambda m: m.number, default=None)


def waited_for(value: Value) -> Made | None:
    """The newest work that is done when a value is there; None where not all of it is known. Of a
    list that is so: under another name something may have been put into it."""
    match value:
        case Array() | Tree():
            return value.made
        case Seq("tuple", items) if items:
            found = [waited_for(item) for item in items]
            known = [made for made in found if made is not None]
            return max(known, key=lambda m: m.number) if len(known) == len(found) else None
    return None


def may_hold_arrays(value: Value) -> bool:
    """Whether a value of which not all is known may be an array of JAX, or hold one."""
    match value:
        case Unknown(_, shapes):
            return not shapes and value != TEXT
        case Seq():
            return value.items != () and any(may_hold_arrays(v) for v in items_of(value))
        case Map():
            return any(may_hold_arrays(v) for v in of_map(value))
        case Record(_, fields):
            return any(may_hold_arrays(v) for _, v in fields)
    return isinstance(value, (Instance, Network))


def levels_of(*values: Value) -> Levels:
    """The traces that some values belong to."""
    return frozenset[int]().union(*(leaf.levels for v in values for leaf in leaves(v)))


def on_device(value: Value) -> bool:
    """Whether a value certainly is an array of JAX, or a container of them in one piece."""
    return isinstance(value, (Array, Tree))


def traced(value: Value) -> bool:
    """Whether a value certainly is a tracer, or a container of them in one piece."""
    return isinstance(value, (Array, Tree)) and bool(value.levels)


def either_way(value: Value | None) -> bool:
    """Whether a test is taken either way some day: it asks for shapes, or for a tracer's value."""
    return (
        traced(value)
        if isinstance(value, (Array, Tree))
        else (isinstance(value, Unknown) and value.of_shapes)
    )
