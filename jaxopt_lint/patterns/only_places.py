"""Blocks that only put arrays where their shardings say: nothing in them looks for a mesh."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from jaxopt_lint.semantics.jax.api.sharding import SPECS
from jaxopt_lint.semantics.jax.basics import Facts, calls, tracing
from jaxopt_lint.semantics.python import FUNCTIONS
from jaxopt_lint.semantics.python.walking import walk

# What neither compiles anything nor takes a mesh from around it.
_PLACING = frozenset(
    {"jax.device_put", "jax.device_get", "jax.block_until_ready", "jax.make_array_from_callback",
     "jax.sharding.NamedSharding", "jax.tree_map", "jax.tree.map", "jax.tree_util.tree_map",
     "jax.tree.leaves", "jax.tree_util.tree_leaves", "jax.tree_util.tree_map_with_path",
     "jax.tree.map_with_path", "time.time", "time.perf_counter"}
)  # fmt: skip
_METHODS = frozenset(
    {"block_until_ready", "items", "keys", "values", "append", "get", "info", "debug", "warning"}
)
_DEPTH = 3


def only_places(facts: Facts, block: Sequence[ast.stmt], depth: int = _DEPTH) -> bool:
    """Whether all calls of a block, and of the functions that it calls, are known to do no more
    than put arrays somewhere, by shardings that hold their mesh."""
    found = False
    for statement in block:
        for node in ast.walk(statement):
            match node:
                case ast.BinOp() | ast.AugAssign() | ast.UnaryOp(op=ast.USub() | ast.Invert()):
                    return False  # an operation of arrays may be compiled
                case ast.Await() | ast.Yield() | ast.YieldFrom():
                    return False
                case ast.Call() if not _places(facts, node, depth):
                    return False
                case ast.Call():
                    found = True
    return found


def _places(facts: Facts, call: ast.Call, depth: int) -> bool:
    name = facts.names.of(call.func)
    if name == "jax.device_put":
        return not any(_is_spec(facts, n) for a in call.args[1:] for n in walk(a))
    if name in _PLACING:
        return True
    if facts.names.is_builtin(call.func, "print", "len", "range", "zip", "enumerate", "isinstance"):
        return True
    if tracing(facts).compiled(call.func):
        return False
    callee = calls(facts).callee(call.func)
    if callee is not None and isinstance(callee.node, FUNCTIONS) and not callee.wraps and depth:
        body = callee.node.body
        return only_places(facts, body if isinstance(body, list) else [ast.Expr(body)], depth - 1)
    return callee is None and isinstance(call.func, ast.Attribute) and call.func.attr in _METHODS


def _is_spec(facts: Facts, node: ast.AST) -> bool:
    """Whether a sharding is a bare spec, which takes the mesh around it."""
    if not isinstance(node, ast.Call) or facts.names.call(node) not in SPECS:
        return False
    around = facts.module.parent.get(node)
    return not (isinstance(around, ast.Call) and node in around.args[1:])
