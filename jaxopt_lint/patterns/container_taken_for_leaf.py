"""Functions that are mapped over a tree for the sake of what is no leaf of it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.jax.origins import origins
from jaxopt_lint.semantics.python import argument, keywords, positional

_MAPS = ("jax.tree.map", "jax.tree_util.tree_map", "jax.tree_map")
# What takes a shape, and where.
_SHAPED = {
    **{f"jax.numpy.{name}": (0, "shape") for name in ("zeros", "ones", "empty", "full")},
    **{f"numpy.{name}": (0, "shape") for name in ("zeros", "ones", "empty", "full")},
    **{f"jax.random.{name}": (1, "shape") for name in ("normal", "uniform", "truncated_normal")},
    "jax.ShapeDtypeStruct": (0, "shape"),
    "math.prod": (0, "iterable"),
    "numpy.prod": (0, "a"),
}


@dataclass(frozen=True, slots=True)
class NoLeaf:
    """A call that maps over a tree.

    Attributes:
        node: the call.
        shape: a tuple in the tree that the function takes for one leaf, or what puts shapes there;
            None where it waits for `None`.
    """

    node: ast.Call
    shape: ast.expr | None


def no_leaves(facts: Facts) -> Iterator[NoLeaf]:
    """The maps over trees in a file whose function waits for what is no leaf."""
    for call in facts.module.all(ast.Call):
        if facts.names.call(call) not in _MAPS or len(call.args) < 2:
            continue
        if "is_leaf" in keywords(call) or len(call.args) > 2:
            continue
        function, tree = call.args
        if _takes_shape(facts, function):
            made = origins(facts, tree)
            shape = next((s for one in made for s in _shapes(facts, one)), None)
            if shape is not None:
                yield NoLeaf(call, shape)
        elif _waits_for_none(facts, function):
            yield NoLeaf(call, None)


def _takes_shape(facts: Facts, function: ast.expr) -> bool:
    """Whether a function takes its argument for a shape."""
    if (facts.names.of(function) or "") in _SHAPED:
        return _SHAPED[facts.names.of(function) or ""][0] == 0
    if isinstance(function, ast.Call) and facts.names.call(function) == "functools.partial":
        return _takes_shape(facts, function.args[0]) if function.args else False
    found = calls(facts).callee(function)
    body = found.node if found is not None and not found.bound else None
    names = positional(body)[:1] if body is not None else []
    for call in facts.module.inside(ast.Call, body) if body is not None and names else ():
        place = _SHAPED.get(facts.names.call(call) or "")
        given = argument(call, *place) if place is not None else None
        if isinstance(given, ast.Name) and given.id == names[0]:
            return True
    return False


def _shapes(facts: Facts, node: ast.expr) -> Iterator[ast.expr]:
    """The tuples of numbers in a tree: those that are written out, or what a map puts in the place
    of each leaf."""
    if facts.names.call(node) not in _MAPS or not isinstance(node, ast.Call):
        yield from _tuples(facts, node)
        return
    function = node.args[0] if node.args else None
    if facts.names.of(function) == "jax.numpy.shape":
        yield node.args[0]
    elif isinstance(function, ast.Lambda) and len(positional(function)) == 1:
        of_leaf = positional(function)[0]
        match function.body:
            case ast.Attribute(ast.Name(name), "shape") if name == of_leaf:
                yield function.body
            case ast.Call(_, [ast.Name(name)]) if name == of_leaf:
                if facts.names.call(function.body) == "jax.numpy.shape":
                    yield function.body


def _tuples(facts: Facts, node: ast.expr, depth: int = 4) -> Iterator[ast.Tuple]:
    """The tuples of numbers in a tree that is written out."""
    match node:
        case ast.Dict(_, values):
            parts = [v for v in values if v is not None]
        case ast.List(parts):
            pass
        case ast.Tuple(items) if items and all(_is_number(facts, i) for i in items):
            yield node
            return
        case _:
            return
    for part in parts if depth else ():
        yield from _tuples(facts, facts.names.behind(part) or part, depth - 1)


def _is_number(facts: Facts, node: ast.expr) -> bool:
    match facts.names.behind(node) or node:
        case ast.Constant(value):
            return type(value) is int
        case ast.BinOp(left, _, right):
            return _is_number(facts, left) and _is_number(facts, right)
        case ast.Name():
            return True
    return False


def _waits_for_none(facts: Facts, function: ast.expr) -> bool:
    """Whether a function has something else than `None` to give where it is given `None`."""
    if not isinstance(function, ast.Lambda) or len(positional(function)) != 1:
        return False
    match function.body:
        case ast.IfExp(ast.Compare(ast.Name(name), [op], [ast.Constant(None)]), then, otherwise):
            way = then if isinstance(op, ast.Is) else otherwise
            gives = not (isinstance(way, ast.Constant) and way.value is None)
            return name == positional(function)[0] and isinstance(op, (ast.Is, ast.IsNot)) and gives
    return False
