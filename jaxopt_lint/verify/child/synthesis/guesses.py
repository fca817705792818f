"""What follows from the first use of an argument: the nodes that it may be, the likeliest first."""

from __future__ import annotations

import contextlib
import itertools
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from ..lib import jax, kept
from . import answers, made, models, nodes
from .nodes import Array, Dict, Key, Literal, Made, Node, Sequence, Size, Unknown, fresh
from .trees import CannotTell, told
from .unknown import Learned, Stand

MOST = 4  # dims of an array
_OF_ARRAYS = frozenset(name for name in dir(jax.Array) if not name.startswith("_")) | {"T", "at"}
_ARRAYS_ALONE = frozenset(("shape", "ndim", "dtype", "at", "T", "astype", "reshape", "sum", "mean"))
_OF_DICTS = frozenset(("keys", "values", "items", "get", "pop", "copy", "update", "unfreeze"))
_METHODS = frozenset(
    name for kind in (jax.Array, dict) for name in dir(kind)
    if not name.startswith("_") and not isinstance(getattr(kind, name), property)
) | {"unfreeze"}  # fmt: skip
_OF_LISTS = frozenset(("append", "extend", "insert"))
_OF_TEXTS = frozenset(name for name in dir(str) if not name.startswith("_")) - {"count", "index"}
_OF_FILES = frozenset(("read", "write", "readline", "readlines", "close", "open", "exists"))
Guess = tuple[float, Node]


_OF_ANSWERS = ("number", "bounded", "product", "rank", "host", "divided", "equal", "iterated")


class DeadEnd(Exception):
    """An argument is used as something that nothing is made up for; the message says as what."""


def guesses(
    root: Node, learned: Learned, *, raw: bool, sizes: Mapping[str, int]
) -> Iterator[Guess]:
    """Trees in which the used argument is known, each with how far-fetched it is."""
    node = next((one for one in nodes.walk(root) if one.number == learned.number), None)
    if node is None:  # of an earlier call, which the code has kept
        return
    if learned.how == "tree":
        begun, positive = learned.what
        with contextlib.suppress(CannotTell):
            yield 0, nodes.put(root, learned.number, told(begun, sizes, positive=positive))
            return
        yield from ((1 + cost, nodes.put(root, learned.number, one)) for cost, one in arrays(2, 0))
        return
    first = itertools.chain(_of_modules(root, node, learned), _like_other(node, learned, sizes))
    for cost, new in itertools.chain(first, _one(node, learned, raw=raw)):
        yield cost, nodes.put(root, learned.number, new)


def _like_other(node: Node, learned: Learned, sizes: Mapping[str, int]) -> Iterator[Guess]:
    """What is computed with an array has its shape, more often than not."""
    if not isinstance(node, Unknown) or node.answer[0] or learned.how != "number":
        return
    if isinstance(learned.what, tuple) and len(learned.what) <= MOST:
        named = {value: name for name, value in sizes.items()}
        dims = (fresh(),) * learned.mapped
        dims += tuple(named.get(size, str(size)) for size in learned.what)
        yield -0.1, Array(dims, least=int(learned.mapped))


def _of_modules(root: Node, node: Node, learned: Learned) -> Iterator[Guess]:
    """Modules where a library's transform is given something that is called, or asked for what no
    array has, and the optimizer of one that is there."""
    if not isinstance(node, Unknown) or node.answer[0]:
        return
    how, what = learned.how, learned.what
    asked = how == "attribute" and what not in _OF_ARRAYS and what not in _OF_DICTS
    if how == "attribute" and what == "update" and "flax.nnx" in sys.modules:
        for one in nodes.walk(root):
            if isinstance(one, Made) and models.is_module(_class_of(one)):
                yield -0.2, Made(f"{models.__name__}:optimizer", (one,))
    elif learned.library and (how == "called" or asked):
        answer = Unknown(answer=(next(_answering), -1))
        args = (Literal(learned.library), answer, Literal(answer.answer[0]))
        yield -0.1, Made(f"{models.__name__}:model", args, open=True)


def _class_of(node: Made) -> Any:
    """The class of an object that is made; None where that is not known."""
    if node.target == f"{models.__name__}:model":
        library = node.args[0]
        assert isinstance(library, Literal)
        return models._kind(library.value, 0)
    try:
        return kept.lookup(node.target)
    except (ImportError, AttributeError):
        return None


def arrays(usual: int, least: int, exact: int | None = None) -> Iterator[Guess]:
    """Arrays of each rank that is possible, the usual one first."""
    ranks = range(least, MOST + 1) if exact is None else (exact,)
    for rank in sorted(ranks, key=lambda one: (abs(one - usual), one)):
        dims = tuple(fresh() for _ in range(rank))
        yield 0.8 * abs(rank - usual), Array(dims, least=min(least, rank))


def _one(node: Node, learned: Learned, *, raw: bool) -> Iterator[Guess]:
    how, what = learned.how, learned.what
    more = int(learned.mapped)
    if isinstance(node, Unknown) and node.answer[0]:
        yield from _of_answer(node, learned)
        return
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
        yield from _plain(how, what, more)


def _functions() -> Iterator[Guess]:
    """Functions: what they give is open, or one number."""
    answer = Unknown(answer=(next(_answering), -1))
    yield 0, function(answer)
    yield 0.7, Made("pkgutil:resolve_name", (Literal(f"{made.__name__}:scalar"),))


def function(answer: Unknown) -> Node:
    """A made-up function with an answer."""
    return Made(f"{made.__name__}:answering", (answer, Literal(answer.answer[0])))


_answering = itertools.count(1)


def mixed() -> Node:
    """In an answer, what is like the last array that the function is given."""
    return Made(f"{answers.__name__}:Mixed")


def _of_answer(node: Unknown, learned: Learned) -> Iterator[Guess]:
    """What a made-up function gives, by its first use."""
    number, place = node.answer
    how, what = learned.how, learned.what

    def more(count: int) -> tuple[Node, ...]:
        return tuple(Unknown(answer=(number, one)) for one in range(count))

    if how == "unpacked":
        yield 0, Sequence(more(what))
    elif how == "called":
        yield from _functions()
    elif how in _OF_ANSWERS:
        yield from of_answer(node, what if how == "rank" else None)
    elif how == "attribute" and (
        what in _OF_ARRAYS - {"replace"} or learned.where.startswith(("jax.", "jaxlib."))
    ):
        yield from of_answer(node)
    elif how == "item" and isinstance(what, int) and not isinstance(what, bool) and place < 0:
        count = what + 1 if what >= 0 else -what
        yield 0, Sequence(more(max(2, count)))
        yield from ((cost + 0.3, one) for cost, one in of_answer(node))
    elif how == "item" and not isinstance(what, str):
        yield from of_answer(node)
    else:
        yield from _one(Unknown(), learned, raw=False)


def of_answer(node: Unknown, rank: Any = None) -> Iterator[Guess]:
    """Numbers that a function gives: like the last array that it takes, or like the argument at
    the same place, or of a shape of their own."""
    number, place = node.answer
    held = answers.containers.get(number, [])
    like = Made(f"{answers.__name__}:Like", (Literal(max(place, 0)),))
    if max(place, 0) < len(held) and held[max(place, 0)]:
        yield 0.1 if place >= 0 else 0.4, like
    yield 0, mixed()
    exact, least = rank or (None, 0)
    for cost, array in arrays(max(2, least), least, exact):
        yield cost + 0.4, array


def turn(node: Unknown) -> Node:
    """What a function gives that makes the turns of a scan: a state like the one that it takes, and
    what is kept of the turn."""
    number, _ = node.answer
    like = Made(f"{answers.__name__}:Like", (Literal(0),))
    return Sequence((like, Unknown(answer=(number, 1))))


def _plain(how: str, what: Any, more: int) -> Iterator[Guess]:
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
    elif how == "bounded":  # in a branch, by a number
        if isinstance(what, float):
            yield 0, Literal(what + 0.5)
            yield 0.5, Literal(what - 0.5)
        else:
            yield 0, Size(fresh())
            yield 0.3, Literal(what)
            yield 0.4, Literal(0.5)
        yield 0.8, Array(())
        yield from ((cost + 1.5, array) for cost, array in arrays(2, 1))
    elif how == "divided":
        yield 0, Size(fresh())
        yield from ((cost + 0.3, array) for cost, array in arrays(2 + more, more))
    else:  # computed with
        if what == "alone":
            yield -0.1, Array(())
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
    if what == "apply_gradients" and node.target.endswith(":Record") and _STATES in sys.modules:
        return training_state(f"{_STATES}:TrainState", node.kwargs)
    return replace(node, kwargs=(*node.kwargs, (what, Unknown())))


def training_state(target: str, known: tuple[tuple[str, Node], ...]) -> Node:
    """A state of Flax with some function for its model, and an optimizer of its own."""
    given = dict(known)
    answer = Unknown(answer=(next(_answering), -1))
    needed = {"apply_fn": given.get("apply_fn", function(answer)),
              "params": Dict((("w", given.get("params", Unknown())),))}  # fmt: skip
    if isinstance(given.get("params"), (Dict, Sequence)):
        needed["params"] = given["params"]
    rest = {name: one for name, one in given.items() if name not in (*needed, *_OF_STATES)}
    kwargs = tuple((needed | rest).items())
    return Made(f"{made.__name__}:training_state", (Literal(target),), kwargs, open=True)


_OF_SHARDINGS = ("jax._src.named_sharding", "jax._src.mesh", "jax._src.sharding_impls")
_STATES = "flax.training.train_state"
_OF_STATES = ("step", "tx", "opt_state")  # which it makes of the rest


def _with_attribute(name: str, learned: Learned) -> Iterator[Guess]:
    if name == "dimension_as_value":  # JAX asks that of a size
        yield 0, Size(fresh())
    elif learned.where in ("inspect", "functools"):  # JAX asks for the signature of a function
        yield from _functions()
    elif learned.where in _OF_SHARDINGS or name == "axis_names":
        yield 0, Made(f"{made.__name__}:mesh")
    elif learned.where.startswith(("jax.", "jaxlib.")):
        yield from arrays(2, 0)
    elif learned.where.startswith("flax.nnx"):
        yield 0, Made("flax.nnx:Rngs", (Literal(0),))
    elif name in _OF_FILES or name == "__enter__":
        raise DeadEnd("a file")
    elif learned.method is (name not in _METHODS) and (name in _OF_ARRAYS or name in _OF_DICTS):
        yield 0, record(name)  # as of an array a method is called, and the rest is not
        yield 0.6, Array((fresh(), fresh()))
    elif name in _OF_DICTS:
        if name in _OF_ARRAYS:
            yield from arrays(2 + int(learned.mapped), int(learned.mapped))
        yield 0, Dict((("a", Unknown()), ("b", Unknown())) if name != "get" else ())
        yield 0.2, record(name)
    elif name in _OF_LISTS:
        yield 0, Sequence((Unknown(), Unknown()), "list")
    elif name in _OF_ARRAYS and name != "replace":
        more = int(learned.mapped)
        yield from arrays(2 + more, more + (name in ("at", "T")))
        if name not in _ARRAYS_ALONE:
            yield 1.2, record(name)
    elif name in _OF_TEXTS and name != "replace":
        raise DeadEnd("a text")
    else:
        yield 0, record(name)


def record(name: str) -> Node:
    """An object that has an attribute."""
    if name == "apply_gradients" and _STATES in sys.modules:
        return training_state(f"{_STATES}:TrainState", ())
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
