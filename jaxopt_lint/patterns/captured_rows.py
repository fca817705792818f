"""Arrays of which code picks rows by numbers that it draws, as for a batch of a data set."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jaxopt_lint.semantics.jax.api.random import SAMPLERS
from jaxopt_lint.semantics.jax.api.results import TREE_MAPS
from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.python import FUNCTIONS, FunctionNode, argument, parameters

_TAKES = ("jax.numpy.take", "jax.numpy.take_along_axis")
_DEPTH = 3


def drawn_rows(facts: Facts, function: FunctionNode) -> Iterator[tuple[ast.expr, ast.expr]]:
    """What a function picks drawn rows of, each behind the place where it does."""
    for read in facts.module.inside(ast.Subscript, function):
        if isinstance(read.ctx, ast.Load) and _is_drawn(facts, read.slice):
            yield from ((read, array) for array in _arrays(facts, read, read.value, function))
    for call in facts.module.inside(ast.Call, function):
        if facts.names.call(call) in _TAKES and len(call.args) > 1:
            if _is_drawn(facts, call.args[1]):
                yield from ((call, array) for array in _arrays(facts, call, call.args[0], function))


def _arrays(
    facts: Facts, node: ast.AST, array: ast.expr, function: FunctionNode
) -> Iterator[ast.expr]:
    """An array, or, where it is a leaf, the trees whose leaves a map hands over:
    `jax.tree.map(lambda leaf: leaf[rows], data)`."""
    while isinstance(array, ast.Subscript) and not isinstance(array.slice, ast.Slice):
        array = array.value  # of several arrays the one
    inner = facts.module.function(node)
    if inner is function or not isinstance(inner, FUNCTIONS) or not isinstance(array, ast.Name):
        yield array
        return
    names = parameters(inner)
    if array.id not in names:
        yield array
        return
    for call in facts.module.inside(ast.Call, function):
        if facts.names.call(call) in TREE_MAPS and call.args:
            callee = calls(facts).callee(call.args[0])
            mapped = inner is call.args[0] or (callee is not None and callee.node is inner)
            tree = argument(call, names.index(array.id) + 1, "tree")
            if mapped and isinstance(tree, (ast.Name, ast.Attribute)):
                yield tree


def _is_drawn(facts: Facts, index: ast.expr, depth: int = _DEPTH) -> bool:
    """Whether an index is drawn at random, as the rows of a batch are."""
    for part in ast.walk(index):
        if facts.names.call(part) in SAMPLERS:
            return True
        made = facts.names.value(part) if isinstance(part, ast.Name) else None
        if made is not None and facts.names.call(made) in SAMPLERS:
            return True
        if made is None and isinstance(part, ast.Name) and depth:
            values = [b.value for b in facts.names.binding(part) if b.kind == "assign"]
            if any(v is not None and facts.names.call(v) in SAMPLERS for v in values):
                return True
    return False
