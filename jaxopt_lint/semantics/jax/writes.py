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


__all__ = ["WRITES", "writes_at"]
