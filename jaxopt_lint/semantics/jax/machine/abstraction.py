"""What a traced function gets of an argument, and what its result is to who called it."""

from __future__ import annotations

from jaxopt_lint.semantics.jax.machine.core import Arguments
from jaxopt_lint.semantics.jax.machine.shapes import element
from jaxopt_lint.semantics.jax.machine.values import (
    NONE,
    Array,
    Const,
    Host,
    Map,
    Record,
    Seq,
    Tree,
    Unknown,
    Value,
)


def item_of(value: Value) -> Value:
    """A slice of what a scan goes over."""
    match value:
        case Array(levels, shape, made):
            return Array(levels, element(shape), made)
        case Host(shape):
            return Host(element(shape), True)
        case Seq(kind, items, item, count):
            if items is not None:
                return Seq(kind, tuple(item_of(i) for i in items))
            return Seq(kind, None, item_of(item), count)
        case Map(items, rest):
            return Map(
                tuple((k, item_of(v)) for k, v in items),
                item_of(rest) if rest is not None else None,
            )
        case Record(owner, fields, pair):
            return Record(owner, tuple((k, item_of(v)) for k, v in fields), pair)
    return value


def row_of(value: Value, level: int, outer: frozenset[int]) -> Value:
    """What a mapped function gets of an argument."""
    return abstracted(item_of(value), level, False, outer)


def abstract(args: Arguments, level: int) -> list[Value]:
    return [abstracted(a, level, False) for a in args]


def abstracted(
    value: Value, level: int, filtered: bool, outer: frozenset[int] = frozenset()
) -> Value:
    """What a traced function gets of an argument.

    Args:
        filtered: what is no array stays as it is.
        outer: the levels that stay.
    """
    levels = frozenset({level}) | outer

    def inside(value: Value) -> Value:
        match value:
            case Array(_, shape):
                return Array(levels, shape)
            case Tree():
                return Tree(levels)
            case Host(shape, array) if array or not filtered:
                return Array(levels, shape)
            case Const(known) if not filtered and isinstance(known, (bool, int, float, complex)):
                return Array(levels, ())
            case Seq(kind, items, item, count) if kind != "iterator":
                if items is not None:
                    return Seq(kind, tuple(inside(i) for i in items))
                return Seq(kind, None, inside(item), count)
            case Map(items, rest):
                kept = tuple((k, inside(v)) for k, v in items)
                return Map(kept, inside(rest) if rest is not None else None)
            case Record(owner, fields, pair):
                return Record(owner, tuple((k, inside(v)) for k, v in fields), pair)
            case Unknown() if not filtered:
                return Tree(levels)
        return value

    return inside(value)


def outside(value: Value, whole: Tree) -> Value:
    """What a value that was computed abstractly is to the caller.

    Args:
        whole: what a result of which nothing is known is.
    """
    match value:
        case Array(_, shape):
            return Array(whole.levels, shape, whole.made)
        case Seq(kind, items, item, count) if kind != "iterator":
            if items is not None:
                return Seq(kind, tuple(outside(i, whole) for i in items))
            return Seq(kind, None, outside(item, whole), count)
        case Map(items, rest):
            kept = tuple((k, outside(v, whole)) for k, v in items)
            return Map(kept, outside(rest, whole) if rest is not None else None)
        case Record(owner, fields, pair):
            return Record(owner, tuple((k, outside(v, whole)) for k, v in fields), pair)
        case Const(known) if isinstance(known, (bool, int, float)):
            return Array(whole.levels, (), whole.made)
        case Const(None):
            return NONE
        case Host(shape):
            return Array(whole.levels, shape, whole.made)
    return whole
