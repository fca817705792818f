"""What holds of a value whichever of two ways it came: the join of what is known of each."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

from jaxopt_lint.semantics.jax.api.transforms import TRANSFORMS
from jaxopt_lint.semantics.jax.machine.contents import newest
from jaxopt_lint.semantics.jax.machine.shapes import Shape, joined
from jaxopt_lint.semantics.jax.machine.values import (
    Array,
    Came,
    Clock,
    Const,
    Host,
    Map,
    Network,
    Record,
    Seq,
    Tree,
    Unknown,
    Value,
    Wrapped,
    items_of,
)


def join(a: Value, b: Value) -> Value:
    """What is known of a value that is one or the other."""
    if isinstance(a, Host) and isinstance(b, Host):
        shape = a.shape if a.shape == b.shape else joined(a.shape, b.shape)
        return Host(shape, a.array or b.array, either_came(a.came, b.came))
    if a == b:
        return a
    if isinstance(a, (Array, Tree)) and isinstance(b, (Array, Tree)):
        return _joined_arrays(a, b)
    match a, b:
        case (Const() | Host(), Const() | Host()) if _is_number(a) and _is_number(b):
            return Host(joined(_shape(a), _shape(b)), _is_array(a) or _is_array(b))
        case (Seq(kind, xs), Seq(other, ys)) if kind == other:
            if xs is not None and ys is not None and len(xs) == len(ys):
                return Seq(kind, tuple(join(x, y) for x, y in zip(xs, ys, strict=True)))
            return Seq(kind, None, join_all([*items_of(a), *items_of(b)]))
        case (Map(), Map()):
            return _joined_maps(a, b)
        case (Record(owner, xs, pair), Record(other, ys)) if owner is other:
            theirs = dict(ys)
            return Record(owner, tuple((name, join(x, theirs[name])) for name, x in xs), pair)
        case (Unknown(_, True), (Unknown(_, True) | Const() | Host())) if _is_number(b):
            return a
        case ((Const() | Host()), Unknown(_, True)) if _is_number(a):
            return b
        case (Unknown(), _):
            return Unknown(a.why, holds=newest((a, b)))
        case (_, Unknown()):
            return Unknown(b.why, holds=newest((a, b)))
        case (Wrapped(name), Wrapped(other)) if name == other and _compiles(name):
            return Wrapped(name, Unknown("it is one of several"), a.site)  # compiled it is
        case (Network(), Tree(levels)) if not levels:
            return a  # the one that a compiled step has trained
        case (Tree(levels), Network()) if not levels:
            return b
        case (Clock(node), Clock(other)) if node is other:
            return max(a, b, key=lambda one: one.handed)  # the one that the last turn has read
        case (Clock(), Const(None)):  # `time.time() if verbose else None`: whoever subtracts it
            return a  # has come the way on which it was read
        case (Const(None), Clock()):
            return b
    why = "it is one thing on one way and another on the other"
    return Unknown(why, holds=newest((a, b)))


def either_came(a: Came | None, b: Came | None) -> Came | None:
    """Where a value comes from that is one or the other: what holds of both."""
    if a is None or b is None or a == b:
        return a if a == b else None
    later = max(a, b, key=lambda one: one.born)
    if a.node is None or b.node is None:
        return replace(later, node=None, made=None, as_is=False)
    return replace(later, as_is=a.as_is and b.as_is)


def join_all(values: list[Value]) -> Value:
    """What is known of a value that is one of several."""
    return reduce(join, values) if values else Unknown("nothing is in it yet")


def _joined_arrays(a: Array | Tree, b: Array | Tree) -> Value:
    if bool(a.levels) is not bool(b.levels):
        return Unknown("it is traced on one way and concrete on the other")
    levels = (a.levels & b.levels) or a.levels | b.levels
    found = [m for m in (a.made, b.made) if m is not None]
    made = max(found, key=lambda m: m.number) if found else None
    if isinstance(a, Array) and isinstance(b, Array):
        return Array(levels, joined(a.shape, b.shape), made)
    return Tree(levels, made)


def _joined_maps(a: Map, b: Map) -> Map:
    ours, theirs = dict(a.items), dict(b.items)
    items = tuple((k, join(v, theirs[k])) for k, v in ours.items() if k in theirs)
    rest = [v for k, v in ours.items() if k not in theirs]
    rest += [v for k, v in theirs.items() if k not in ours]
    rest += [v for v in (a.rest, b.rest) if v is not None]
    return Map(items, join_all(rest) if rest else None)


def _compiles(transform: str) -> bool:
    return TRANSFORMS[transform].kind == "jit"


def _is_number(value: Value) -> bool:
    match value:
        case Const(known):
            return isinstance(known, (bool, int, float, complex))
        case Host() | Unknown(_, True):
            return True
    return False


def _is_array(value: Value) -> bool:
    return isinstance(value, Host) and value.array


def _shape(value: Value) -> Shape:
    return value.shape if isinstance(value, Host) else ()
