"""Calls that the words of an original speak of, and that nobody made: keys of another kind, one
number for all rows, parts that are broadcast, dictionaries with an order of their own, flags among
numbers, and numbers that are just those with which the code compares.
"""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections import OrderedDict
from collections.abc import Callable, Container, Iterator
from functools import partial
from typing import Any

import numpy as np

from . import minding
from .documented import words_of
from .lib import jax
from .pickling import is_float
from .places import Change, Path, at, inner, is_array, like, words
from .stating import Stated

FEW = 3  # of a kind that are tried
AS_ONE = " as one number"
_KINDS = re.compile(r"\brbg\b|\bthreefry\b|\bimplementations?\b|\bkeys? of any kind\b")
_OTHER_KIND = "rbg"
_ONE = re.compile(r"\bscalars?\b|\bone \w+ for all\b|\b(?:single|one) number\b|\bnumber or\b")
_ORDERED = re.compile(r"\bOrderedDict\b")
_BROADCAST = re.compile(r"\bbroadcast")
_FLAG = re.compile(r"\bTrue\b|\bFalse\b")
_HALF = re.compile(r"\bbfloat16\b|\bhalf precision\b|\bany float")
_CLAUSE = re.compile(r"[.;:,]\s")
Variation = tuple[str, Change]


def worded(
    tree: Any, function: Any, minds: Container[str], stated: Stated, *, sizes: bool
) -> Iterator[Variation]:
    """Such calls beside a given one."""
    said = _Said(function)
    if _KINDS.search(said.words):
        yield from _keys(tree)
    yield from _flags(tree, said, stated)
    yield from _compared(tree, said, stated)
    if _ORDERED.search(said.words) or "OrderedDict" in said.names:
        yield from _ordered(tree)
    if sizes and _BROADCAST.search(said.words):
        yield from _narrower(tree)
    if sizes:
        yield from _one_for_all(tree, said, stated)
    if minding.STATICS in minds:
        yield from _negative_zeros(tree)


class _Said:
    """What the documentation of a function says, and which names its code mentions how.

    Attributes:
        asked: parameters of which the code asks whether they are flags.
        bounds: numbers with which a parameter is compared, by its name.
    """

    def __init__(self, function: Any) -> None:
        function = inspect.unwrap(function) if callable(function) else function
        self.words = words_of(function)
        self.names: set[str] = set()
        self.asked: set[str] = set()
        self.bounds: dict[str, list[float]] = {}
        try:
            tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
        except (OSError, TypeError, SyntaxError):
            return
        for node in ast.walk(tree):
            self.names |= {getattr(node, "id", ""), getattr(node, "attr", "")}
            self._look(node)

    def _look(self, node: ast.AST) -> None:
        match node:
            case ast.Call(ast.Name("isinstance"), [ast.Name(name), kinds]):
                found = {getattr(part, "id", "") for part in ast.walk(kinds)}
                if "bool" in found:
                    self.asked.add(name)
            case ast.Compare(ast.Name(name), [ast.Is() | ast.IsNot()], [ast.Constant(bool())]):
                self.asked.add(name)
            case ast.Compare(ast.Name(name), _, [ast.Constant(float(bound))]):
                self.bounds.setdefault(name, []).append(bound)

    def together(self, pattern: re.Pattern[str], name: str) -> bool:
        """Whether a clause that says something names a parameter."""
        stem = re.escape(name.rstrip("s"))
        clauses = _CLAUSE.split(self.words)
        return any(pattern.search(one) and re.search(rf"\b{stem}", one) for one in clauses)


def _keys(tree: Any) -> Iterator[Variation]:
    dtypes = jax.dtypes
    for path, item in inner(tree):
        if isinstance(item, jax.Array) and dtypes.issubdtype(item.dtype, dtypes.prng_key):
            yield f"{words(path)} of the kind {_OTHER_KIND}", at(path, _other_key)


def _other_key(key: Any) -> Any:
    made = jax.random.key(7, impl=_OTHER_KIND)
    return jax.random.split(made, key.shape) if key.shape else made


def _flags(tree: Any, said: _Said, stated: Stated) -> Iterator[Variation]:
    """Flags for numbers, where these may be either."""
    for path, item in _numbers(tree):
        name = stated.name_of(path)
        if type(item) is not bool and (name in said.asked or said.together(_FLAG, name)):
            for flag in (True, False):
                yield f"{words(path)} is {flag}", at(path, partial(_instead, flag))


def _instead(other: Any, _given: Any) -> Any:
    return other


def _numbers(tree: Any) -> list[tuple[Path, Any]]:
    return [(p, x) for p, x in inner(tree) if type(x) in (int, float) and len(p) == 2][:FEW]


def _compared(tree: Any, said: _Said, stated: Stated) -> Iterator[Variation]:
    """Numbers that are just those with which the code compares them, as far as their type holds
    these."""
    half = bool(_HALF.search(said.words))
    for path, item in inner(tree):
        bounds = said.bounds.get(stated.name_of(path), ()) if len(path) == 2 else ()
        if is_array(item) and item.size and is_float(item.dtype):
            for bound in dict.fromkeys(bounds):
                yield f"{words(path)} at {bound}", at(path, partial(_all_at, bound, None))
                if half:
                    change = at(path, partial(_all_at, bound, "bfloat16"))
                    yield f"{words(path)} at {bound} in bfloat16", change


def _all_at(bound: float, kind: str | None, array: Any) -> Any:
    dtype = jax.numpy.dtype(kind or array.dtype)
    return like(array, np.full(np.shape(array), bound).astype(dtype))


def _ordered(tree: Any) -> Iterator[Variation]:
    for path, item in inner(tree):
        if type(item) is dict and len(item) > 1:
            what = f"{words(path)} as an OrderedDict in another order"
            yield what, at(path, lambda one: OrderedDict(reversed([*one.items()])))


def _narrower(tree: Any) -> Iterator[Variation]:
    """Lists of arrays of one shape in which the last has a length of one, or no axes."""
    for path, group in inner(tree):
        if type(group) not in (list, tuple) or len(group) < 2 or not all(map(is_array, group)):
            continue
        if len({np.shape(one) for one in group}) == 1 and group[0].ndim and group[0].shape[0] > 1:
            for what, change in (("one row", _row), ("one number", _first)):
                yield f"{words(path)} with {what} for the last", at(path, partial(_last, change))


def _last(change: Callable[[Any], Any], group: Any) -> Any:
    return type(group)([*group[:-1], change(group[-1])])


def _row(array: Any) -> Any:
    return array[:1]


def _first(array: Any) -> Any:
    return like(array, np.asarray(array).reshape(-1)[0])


def _one_for_all(tree: Any, said: _Said, stated: Stated) -> Iterator[Variation]:
    for path, item in inner(tree):
        if is_array(item) and item.ndim == 1 and item.size and len(path) == 2:
            if item.dtype.kind in "fiu" and said.together(_ONE, stated.name_of(path)):
                yield f"{words(path)}{AS_ONE}", at(path, lambda array: np.asarray(array)[0].item())


def _negative_zeros(tree: Any) -> Iterator[Variation]:
    """Zeros of both signs, one after the other: they are equal."""
    for path, item in [(p, x) for p, x in inner(tree) if type(x) is float][:FEW]:
        for zero in (0.0, -0.0) if item else (-item,):
            yield (
                f"{words(path)} is {zero!r}, a zero by its sign",
                at(path, partial(_instead, zero)),
            )
