"""Calls that an original's own code or documentation speaks of, one thing changed at a time.

What the code divides by, converts, or calls, and how far the documentation lets numbers go: nobody
may have written such a call down, and yet it is what the code is about.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
import types
from collections.abc import Container, Iterator
from functools import partial
from typing import Any

import numpy as np

from . import lengths, minding
from .callables import Failing, Opposite, Raising
from .pickling import is_float
from .places import Change, Path, at, get, inner, is_array, like, put, words
from .stating import Stated
from .worded import worded

FEW = 3  # of a kind that are tried
WHOLE = " as whole numbers"
STACKED = "one leading axis more"
RAISES = " as a function that raises"
REFUSES = " says no, and the rest raise"
FAILS = " as an iterator that fails"
ALARMS = "zeros, then NaN"
DIVIDING = " as what another one is divided by"
_FLOATS = ("float16", "bfloat16", "float32", "float64", "float", "float_")
Variation = tuple[str, Change]


def spoken(
    tree: Any, function: Any, minds: Container[str], stated: Stated, *, sizes: bool
) -> Iterator[Variation]:
    """Such calls beside a given one, the most telling first."""
    parameters = _Parameters(function)
    yield from _functions(tree, parameters, stated)
    yield from _iterators(tree)
    if minding.SAYS in minds:
        yield from _alarms(tree)
    yield from _whole(tree, parameters, stated)
    if minding.DIVIDES in minds and sizes:
        yield from lengths.dividing(tree, DIVIDING)
    yield from _largest(tree, stated)
    if sizes:
        yield from _stacked(tree, minds)
    yield from worded(tree, function, minds, stated, sizes=sizes)


class _Parameters:
    """What the code of a function does with its parameters, by their names.

    Attributes:
        called: as functions.
        converted: to floats, the whole of one or its parts.
    """

    def __init__(self, function: Any) -> None:
        self.called: set[str] = set()
        self.converted: set[str] = set()
        try:
            source = textwrap.dedent(inspect.getsource(inspect.unwrap(function)))
            tree = ast.parse(source)
        except (OSError, TypeError, SyntaxError):
            return
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                self.called.add(node.func.id)
            self.converted |= {_base(one) for one in _converted(node)}


def _converted(node: ast.AST) -> list[ast.expr]:
    """What a node makes floats of, whatever it was: by a product with 1.0, or by naming a type."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        sides = (node.left, node.right)
        if any(isinstance(one, ast.Constant) and one.value == 1.0 for one in sides):
            ones = [isinstance(s, ast.Constant) and type(s.value) is float for s in sides]
            return [side for side, is_one in zip(sides, ones, strict=True) if any(ones) > is_one]
    if isinstance(node, ast.Call):
        name = ast.unparse(node.func).rpartition(".")[2]
        given = [*node.args, *(one.value for one in node.keywords)]
        if name in ("asarray", "array") and node.args and any(map(_is_type, given[1:])):
            return [node.args[0]]
        if name in _FLOATS[:-2]:
            return node.args[:1]
    return []


def _is_type(node: ast.expr) -> bool:
    if isinstance(node, ast.Constant):
        return node.value in _FLOATS
    return ast.unparse(node).rpartition(".")[2] in _FLOATS


def _base(node: ast.expr) -> str:
    while isinstance(node, ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _functions(tree: Any, parameters: _Parameters, stated: Stated) -> Iterator[Variation]:
    """Functions that raise, in the place of those that were given, or of None that is called."""
    found = inner(tree)
    for path, item in found:
        if len(path) == 2 and item is None and stated.name_of(path) in parameters.called:
            yield f"{words(path)}{RAISES}", at(path, lambda _: Raising())
    for path, _ in [(p, f) for p, f in found if _is_function(f) and len(p) == 2][:FEW]:
        yield f"{words(path)}{RAISES}", at(path, Raising)
    groups = [(p, g) for p, g in found if type(g) in (list, tuple) and len(g) > 1]
    for path, _ in [(p, g) for p, g in groups if all(map(_is_function, g))][:FEW]:
        yield (
            f"{words((*path, 0))}{REFUSES}",
            at(path, lambda group: type(group)([Opposite(group[0]), *map(Raising, group[1:])])),
        )


def _is_function(value: Any) -> bool:
    return isinstance(value, (types.FunctionType, types.BuiltinFunctionType))


def _iterators(tree: Any) -> Iterator[Variation]:
    for path, _ in [(p, x) for p, x in inner(tree) if type(x) is list and x][:1]:
        yield f"{words(path)}{FAILS}", at(path, Failing)


def _alarms(tree: Any) -> Iterator[Variation]:
    """Numbers of all kinds, one after another: of which something may be said."""
    floats = [p for p, x in inner(tree) if is_array(x) and is_float(x.dtype) and x.ndim]

    def rows(array: Any) -> Any:
        made = np.array(array)
        made[:1], made[1:] = 0, np.nan
        return like(array, made)

    if floats:
        yield f"{words(floats[0])} with {ALARMS}", at(floats[0], rows)


def _whole(tree: Any, parameters: _Parameters, stated: Stated) -> Iterator[Variation]:
    """Whole numbers for floats that the code makes floats of."""
    for path, item in inner(tree):
        named = stated.name_of(path) in parameters.converted
        if named and len(path) == 2 and is_array(item) and is_float(item.dtype):
            yield f"{words(path)}{WHOLE}", at(path, _rounded)


def _rounded(array: Any) -> Any:
    return like(array, np.round(3 * np.asarray(array).astype(np.float64)).astype(np.int32))


def _largest(tree: Any, stated: Stated) -> Iterator[Variation]:
    """Whole numbers next to the largest that the documentation allows."""
    found = [
        (path, item)
        for path, item in inner(tree)
        if type(item) is int or (is_array(item) and item.dtype.kind in "iu")
    ]
    for bound in stated.below[:1]:
        paths = [p for p, x in found if type(x) is int or bound - 2 <= np.iinfo(x.dtype).max]
        if paths:
            yield f"whole numbers next to {bound}", partial(_near, paths, bound - 1)


def _near(paths: list[Path], most: int, tree: Any) -> Any:
    for path in paths:
        item = get(tree, path)
        if type(item) is int:
            tree = put(tree, path, most)
        else:
            down = np.arange(item.size).reshape(item.shape) % 100
            near = (most - (1 if item.ndim else 0) - down).astype(item.dtype)
            tree = put(tree, path, like(item, near))
    return tree


def _stacked(tree: Any, minds: Container[str]) -> Iterator[Variation]:
    """All arrays with one axis more where the code speaks of any number of them, and the leaves of
    trees where it walks through trees."""
    arrays = [(p, x) for p, x in inner(tree) if is_array(x) and x.ndim]
    if arrays and (minding.RANKS in minds or minding.ELLIPSES in minds):
        maybe = "" if minding.RANKS in minds else f", {lengths.ALONE}"
        yield f"arrays with {STACKED}{maybe}", partial(_all_stacked, [p for p, _ in arrays])
    leaves = [p for p, _ in arrays if len(p) > 2]
    if minding.TREES in minds and leaves:
        stacked = partial(_all_stacked, leaves)
        yield f"leaves with {STACKED}, {lengths.ALONE}", stacked


def _all_stacked(paths: list[Path], tree: Any) -> Any:
    for path in paths:
        array = get(tree, path)
        made = np.stack([np.asarray(array), np.flip(np.asarray(array))])
        tree = put(tree, path, like(array, made))
    return tree
