"""Writes to parts of arrays, as only arrays of JAX have them: `x.at[i].set(v)`."""

from __future__ import annotations

import ast

WRITES = frozenset({"set", "add", "subtract", "multiply", "mul", "divide", "power"})
_SELDOM = frozenset({"min", "max", "apply", "get"})  # of other things as well


def writes_at(node: ast.AST) -> bool:
    """Whether a node makes an array of JAX that differs from another one in some places.

    >>> [writes_at(ast.parse(t, mode="eval").body) for t in ("x.at[i].set(v)", "x.at(i).set(v)")]
    [True, False]
    """
    match node:
        case ast.Call(ast.Attribute(ast.Subscript(ast.Attribute(_, "at")), name)):
            return name in WRITES or name in _SELDOM
    return False


def is_view(node: ast.AST) -> bool:
    """Whether a node looks at a part of a reference of Pallas in another way, as no array of JAX
    lets it: what is stored to that is stored in the reference.

    >>> views = ("ref.at[i].bitcast(t).reshape(2, 4)", "x.at[i].set(v).reshape(2, 4)")
    >>> [is_view(ast.parse(text, mode="eval").body) for text in views]
    [True, False]
    """
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        match node.func.value:
            case ast.Subscript(ast.Attribute(_, "at")):
                return not writes_at(node)
        node = node.func.value
    return False


__all__ = ["WRITES", "is_view", "writes_at"]
