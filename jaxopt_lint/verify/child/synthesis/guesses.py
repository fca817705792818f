"""What follows from the first use of an argument: the nodes that it may be, the likeliest first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ..lib import jax
from . import made, nodes
from .nodes import Array, Dict, Key, Literal, Made, Node, Sequence, Size, Unknown, fresh
from .unknown import Learned, Stand

MOST = 4  # dims of an array
_OF_ARRAYS = frozenset(name for name in dir(jax.Array) if not name.startswith("_")) | {"T", "at"}
_ARRAYS_ALONE = frozenset(("shape", "ndim", "dtype", "at", "T", "astype", "reshape", "sum", "mean"))
_OF_DICTS = frozenset(("keys", "values", "items", "get", "pop", "copy", "update", "unfreeze"))
_OF_LISTS = frozenset(("append", "extend", "insert"))
_OF_TEXTS = frozenset(name for name in dir(str) if not name.startswith("_")) - {"count", "index"}
_OF_FILES = frozenset(("read", "write", "readline", "readlines", "close", "open", "exists"))
_FUNCTIONS = ("mixed", "scalar")
Guess = tuple[float, Node]


class DeadEnd(Exception):
    """An argument is used as something that nothing is made up for; the message says as what."""


def guesses(root: Node, learned: Learned, *, raw: bool) -> Iterator[Guess]:
    """Trees in which the used argument is known, each with how far-fetched it is."""
    node = next((one for one in nodes.walk(root) if one.number == learned.number), None)
    if node is None:  # of an earlier call, which the code has kept
        return
    for cost, new in _one(node, learned, raw=raw):
        yield cost, nodes.put(root, learned.number, new)


def arrays(usual: int, least: int, exact: int | None = None) -> Iterator[Guess]:
    """Arrays of each rank that is possible, the usual one first."""
    ranks = range(least, MOST + 1) if exact is None else (exact,)
    for rank in sorted(ranks, key=lambda one: (abs(one - usual), one)):
        dims = tuple(fresh() for _ in range(rank))
        yield 0.8 * abs(rank - usual), Array(dims, least=min(least, rank))


def _one(node: Node, learned: Learned, *, raw: bool) -> Iterator[Guess]:
    how, what = learned.how, learned.what
    more = int(learned.mapped)
    if isinstance(node, (Dict, Made)):
        yield 0, _grown(node, what)
        return
    sure = isinstance(node, Unknown) and node.hint == "array"
    if how == "key":
        yield 0, Key(raw, (fresh(),) * more)
        yield 1, Key(not raw, (fresh(),) * more)
    elif how == "rank":
        exact, least = what
        yield from arrays(max(2, least) + more, least + more, exact and exact + more)
    elif how == "attribute":
        yield from _with_attribute(what, learned)
    elif how == "item":
        yield from _with_item(what, more, sure=sure)
    elif how == "unpacked":
        if not sure:
            yield 0, Sequence(tuple(Unknown() for _ in range(what)))
        for cost, array in arrays(2, 1):
            assert isinstance(array, Array)
            yield cost + 1.2, replace(array, dims=(str(what), *array.dims[1:]))
    elif how == "unpacked each" and not sure:
        items = tuple(Sequence(tuple(Unknown() for _ in range(what))) for _ in range(2))
        yield 0, Sequence(items, "list")
        yield from ((cost + 0.9, array) for cost, array in arrays(2, 2))
    elif how in ("iterated", "unpacked each"):
        yield from arrays(2 + more, 1 + more)
        if not sure:
            yield 0.4, Sequence((Unknown(), Unknown()), "list")
            yield 1.5, Dict((("a", Unknown()), ("b", Unknown())))
    elif how == "contains":
        if isinstance(what, Stand):
            raise DeadEnd("a container of unknown values")
        yield 0, Dict(((what, Unknown()),))
        yield 0.6, Dict(())
    elif how == "equal":
        yield from _equal(what)
    elif how == "called":
        yield from _functions()
    elif how == "path":
        raise DeadEnd("a file")
    else:
        yield from _plain(how, more)


def _functions() -> Iterator[Guess]:
    for place, name in enumerate(_FUNCTIONS):
        target = f"{made.__name__}:{name}"
        yield place / 2, Made("pkgutil:resolve_name", (Literal(target),))


def _plain(how: str, more: int) -> Iterator[Guess]:
    if how == "whole":
        yield 0, Size(fresh())
    elif how == "flag":
        yield 0, Literal(True)
        yield 0.4, Literal(False)
        yield 1.5, Array(())
    elif how == "float":
        yield 0, Literal(0.5)
        yield 0.5, Array((), host=True)
    elif how == "host":
        for cost, array in arrays(2, 0):
            assert isinstance(array, Array)
            yield cost, replace(array, host=True)
    elif how == "divided":
        yield 0, Size(fresh())
        yield from ((cost + 0.3, array) for cost, array in arrays(2 + more, more))
    else:  # computed with
        yield from arrays(2 + more, more + (how == "product"))
        yield 1.0, Size(fresh())
        yield 1.2, Literal(0.5)


def _grown(node: Dict | Made, what: Any) -> Node:
    """A dict or a record with one more entry."""
    try:
        known = what in dict(node.items if isinstance(node, Dict) else node.kwargs)
    except TypeError:
        raise DeadEnd("a dict with keys that are no constants") from None
    if known or not isinstance(what, (str, int, float, tuple, bool)):
        raise DeadEnd(f"a container of `{what}`")
    if isinstance(node, Dict):
        return Dict((*node.items, (what, Unknown())))
    assert isinstance(what, str)
    return replace(node, kwargs=(*node.kwargs, (what, Unknown())))


def _with_attribute(name: str, learned: Learned) -> Iterator[Guess]:
    if name == "dimension_as_value":  # JAX asks that of a size
        yield 0, Size(fresh())
    elif learned.where in ("inspect", "functools"):  # JAX asks for the signature of a function
        yield from _functions()
    elif learned.where.startswith(("jax.", "jaxlib.")):
        yield from arrays(2, 0)
    elif learned.where.startswith("flax.nnx"):
        yield 0, Made("flax.nnx:Rngs", (Literal(0),))
    elif name in _OF_FILES or name == "__enter__":
        raise DeadEnd("a file")
    elif name in _OF_DICTS:
        yield 0, Dict((("a", Unknown()), ("b", Unknown())) if name != "get" else ())
    elif name in _OF_LISTS:
        yield 0, Sequence((Unknown(), Unknown()), "list")
    elif name in _OF_ARRAYS and name != "replace":
        more = int(learned.mapped)
        yield from arrays(2 + more, more + (name in ("at", "T")))
        if name not in _ARRAYS_ALONE:
            yield 1.2, _record(name)
    elif name in _OF_TEXTS and name != "replace":
        raise DeadEnd("a text")
    else:
        yield 0, _record(name)


def _record(name: str) -> Node:
    """An object that has an attribute."""
    first = ((name, Unknown()),) if name not in ("replace", "_replace") else ()
    return Made(f"{made.__name__}:Record", (), first, open=True)


def _with_item(item: Any, more: int, *, sure: bool) -> Iterator[Guess]:
    if isinstance(item, str):
        yield 0, Dict(((item, Unknown()),))
    elif isinstance(item, tuple):
        least = sum(one is not None and one is not Ellipsis for one in item)
        yield from arrays(least + more, least + more)
    elif isinstance(item, int) and not isinstance(item, bool):
        yield from arrays(2 + more, 1 + more)
        if not sure:
            count = item + 1 if item >= 0 else -item
            yield 0.3, Sequence(tuple(Unknown() for _ in range(max(2, count))))
    else:
        least = int(item is not None and item is not Ellipsis)
        yield from arrays(2 + more, least + more)
        if not sure and isinstance(item, slice):
            yield 0.6, Sequence((Unknown(), Unknown(), Unknown()), "list")


def _equal(other: Any) -> Iterator[Guess]:
    if isinstance(other, (str, bool)):
        yield 0, Literal(other)
        yield 1.5, Literal("")
    elif isinstance(other, (int, float)):
        yield 0.2, Literal(other)
        yield 0.4, Literal(other + 1)
        yield from ((cost + 0.5, array) for cost, array in arrays(2, 0))
    elif isinstance(other, (Stand, tuple, list)) or other is None:
        yield from arrays(2, 0)
    else:
        yield from arrays(getattr(other, "ndim", 2), 0)
