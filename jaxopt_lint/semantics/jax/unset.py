"""What an expression gives where the variables of the environment that it reads are not set."""

from __future__ import annotations

import ast
import operator

from jaxopt_lint.semantics.jax.facts import Facts

UNKNOWN = object()  # what is not seen
_ENVIRONMENT = "os.environ"
_ASKS = ("os.getenv", "os.environ.get")
_MOST = 4  # names that are followed
_COMPARED = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Is: operator.is_, ast.IsNot: operator.is_not,
}  # fmt: skip
# What leaves an empty text empty, and another one another one.
_METHODS = ("strip", "lower", "upper")


def unset(facts: Facts, node: ast.expr, only: str = "", depth: int = _MOST) -> object:
    """The value of an expression, or `UNKNOWN`.

    Args:
        only: the variable that is not set; all of them where it is empty.
    """
    match node:
        case ast.UnaryOp(ast.Not(), operand):
            inner = unset(facts, operand, only, depth)
            return inner if inner is UNKNOWN else not inner
        case ast.BoolOp(op, values):
            found = [unset(facts, value, only, depth) for value in values]
            one = isinstance(op, ast.Or)
            if any(v is not UNKNOWN and bool(v) is one for v in found):
                return one
            return UNKNOWN if UNKNOWN in found else not one
        case ast.Compare(left, [ast.In() | ast.NotIn() as op], [container]):
            if is_environment(facts, container):
                return isinstance(op, ast.NotIn) if _is_meant(left, only) else UNKNOWN
            return _among(facts, node, only, depth)
        case ast.Compare(left, [op], [ast.Constant(right)]) if type(op) in _COMPARED:
            inner = unset(facts, left, only, depth)
            return inner if inner is UNKNOWN else _COMPARED[type(op)](inner, right)
        case ast.Call(ast.Name("bool" | "int" as kind), [value], []):
            inner = unset(facts, value, only, depth)
            if kind == "bool" or not isinstance(inner, str):
                return inner if inner is UNKNOWN else bool(inner)
            return int(inner) if inner.isdecimal() else UNKNOWN
        case ast.Call(ast.Attribute(value, name), [], []) if name in _METHODS:
            inner = unset(facts, value, only, depth)
            return getattr(inner, name)() if isinstance(inner, str) else UNKNOWN
        case ast.Call(_, [name, *rest], []) if facts.names.call(node) in _ASKS and len(rest) < 2:
            if not _is_meant(name, only):
                return UNKNOWN
            if not rest:
                return None
            return rest[0].value if isinstance(rest[0], ast.Constant) else UNKNOWN
        case ast.Name():
            behind = facts.names.value(node)
            if behind is not None and depth:
                return unset(facts, behind, only, depth - 1)
    return UNKNOWN


def is_environment(facts: Facts, node: ast.expr) -> bool:
    """Whether an expression is `os.environ`, or its keys."""
    match node:
        case ast.Call(ast.Attribute(value, "keys"), [], []):
            return is_environment(facts, value)
    return facts.names.of(node) == _ENVIRONMENT


def _is_meant(name: ast.expr, only: str) -> bool:
    """Whether a variable that is asked for is one that is not set."""
    return not only or (isinstance(name, ast.Constant) and name.value == only)


def _among(facts: Facts, node: ast.Compare, only: str, depth: int) -> object:
    """`os.environ.get("DEBUG") in ("1", "true")`."""
    match node.comparators[0]:
        case ast.Tuple(items) | ast.List(items) | ast.Set(items):
            inner = unset(facts, node.left, only, depth)
            if inner is UNKNOWN or not all(isinstance(i, ast.Constant) for i in items):
                return UNKNOWN
            there = any(isinstance(i, ast.Constant) and i.value == inner for i in items)
            return there is isinstance(node.ops[0], ast.In)
    return UNKNOWN
