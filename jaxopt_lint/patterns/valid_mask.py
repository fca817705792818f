"""Masks of rows of different lengths: which of them are 1 where a row is not yet over."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.jax.origins import origins

_DEPTH = 4  # casts and calls that are looked through
_COUNTS = frozenset(
    {"jax.numpy.arange", "numpy.arange", "jax.lax.iota", "jax.lax.broadcasted_iota"}
)
_AS_IS = frozenset({"jax.numpy.asarray", "jax.numpy.array", "jax.numpy.float32"})


def marks_valid(facts: Facts, node: ast.expr, depth: int = _DEPTH) -> bool:
    """Whether an array is `arange(n) < lengths`, as it is or as numbers, on every way to it."""
    made = origins(facts, node) if depth else ()
    return bool(made) and all(_is_mask(facts, one, depth) for one in made)


def _is_mask(facts: Facts, node: ast.expr, depth: int) -> bool:
    match node:
        case ast.Compare(left, [ast.Lt()], [right]):
            return _is_count(facts, left) and not _is_count(facts, right)
        case ast.Compare(left, [ast.Gt()], [right]):
            return _is_count(facts, right) and not _is_count(facts, left)
        case ast.Call(ast.Attribute(inner, "astype")):
            return marks_valid(facts, inner, depth - 1)
        case ast.Call(args=[inner]) if facts.names.call(node) in _AS_IS:
            return marks_valid(facts, inner, depth - 1)
        case ast.Call(func):
            found = calls(facts).callee(func)
        case _:
            return False
    if found is None or found.node is None or any(name != "jax.jit" for name, _ in found.wraps):
        return False
    given = facts.module.results(found.node)
    return bool(given) and all(one and marks_valid(facts, one, depth - 1) for one in given)


def _is_count(facts: Facts, node: ast.expr) -> bool:
    """Whether a value counts the places of a row, with axes put to it."""
    while isinstance(node, ast.Subscript):
        node = node.value
    made = origins(facts, node)
    return bool(made) and all(facts.names.call(one) in _COUNTS for one in made)
