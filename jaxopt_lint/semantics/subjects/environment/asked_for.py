"""Statements that run only where a variable of the environment asks for them."""

from __future__ import annotations

import ast
import operator

from jaxopt_lint.semantics.jax.facts import Facts

_ASKS = ("os.getenv", "os.environ.get")
_MOST = 4  # names that a test is followed through
_UNKNOWN = object()
_COMPARED = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Is: operator.is_, ast.IsNot: operator.is_not,
}  # fmt: skip
# What leaves an empty text empty, and another one another one.
_METHODS = ("strip", "lower", "upper")


def asked_for(facts: Facts, statement: ast.AST) -> bool:
    """Whether a statement stands under a test that fails where the variable it reads is not set:
    `if os.environ.get("DEBUG_MESH"):`."""
    child: ast.AST = statement
    for around in facts.module.ancestors(statement):
        if isinstance(around, ast.If) and child is not around.test:
            given = _unset(facts, around.test, _MOST)
            runs = child in around.body
            if given is not _UNKNOWN and bool(given) is not runs:
                return True
        child = around
    return False


def _unset(facts: Facts, node: ast.expr, depth: int) -> object:
    """What an expression gives where the variables of the environment that it reads are not set."""
    match node:
        case ast.UnaryOp(ast.Not(), operand):
            inner = _unset(facts, operand, depth)
            return inner if inner is _UNKNOWN else not inner
        case ast.BoolOp(op, values):
            found = [_unset(facts, value, depth) for value in values]
            one = isinstance(op, ast.Or)
            if any(v is not _UNKNOWN and bool(v) is one for v in found):
                return one
            return _UNKNOWN if _UNKNOWN in found else not one
        case ast.Compare(_, [ast.In() | ast.NotIn() as op], [container]):
            if facts.names.of(container) == "os.environ":
                return isinstance(op, ast.NotIn)
            return _among(facts, node, depth)
        case ast.Compare(left, [op], [ast.Constant(right)]) if type(op) in _COMPARED:
            inner = _unset(facts, left, depth)
            return inner if inner is _UNKNOWN else _COMPARED[type(op)](inner, right)
        case ast.Call(ast.Name("bool" | "int" as kind), [value], []):
            inner = _unset(facts, value, depth)
            if kind == "bool" or not isinstance(inner, str):
                return inner if inner is _UNKNOWN else bool(inner)
            return int(inner) if inner.isdecimal() else _UNKNOWN
        case ast.Call(ast.Attribute(value, name), [], []) if name in _METHODS:
            inner = _unset(facts, value, depth)
            return getattr(inner, name)() if isinstance(inner, str) else _UNKNOWN
        case ast.Call(_, [_, *rest], []) if facts.names.call(node) in _ASKS and len(rest) < 2:
            if not rest:
                return None
            return rest[0].value if isinstance(rest[0], ast.Constant) else _UNKNOWN
        case ast.Name():
            behind = facts.names.value(node)
            return _unset(facts, behind, depth - 1) if behind is not None and depth else _UNKNOWN
    return _UNKNOWN


def _among(facts: Facts, node: ast.Compare, depth: int) -> object:
    """`os.environ.get("DEBUG") in ("1", "true")`."""
    match node.comparators[0]:
        case ast.Tuple(items) | ast.List(items) | ast.Set(items):
            inner = _unset(facts, node.left, depth)
            if inner is _UNKNOWN or not all(isinstance(i, ast.Constant) for i in items):
                return _UNKNOWN
            there = any(isinstance(i, ast.Constant) and i.value == inner for i in items)
            return there is isinstance(node.ops[0], ast.In)
    return _UNKNOWN
