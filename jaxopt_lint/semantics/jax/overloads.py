"""Operators that classes of the project give a meaning of their own.

What a compiled function is given may be an object with a `__add__` of its own: the sum of two of
these is one of these, and no array. Whose objects they are is seldom written down, so that it
counts where such a class stands at all: in the file, or in those that it imports.
"""

from __future__ import annotations

import ast
from typing import Final

from jaxopt_lint.semantics.jax.facts import Facts, fact

_METHODS: Final[dict[type[ast.AST], str]] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "truediv", ast.FloorDiv: "floordiv",
    ast.Mod: "mod", ast.Pow: "pow", ast.MatMult: "matmul", ast.BitAnd: "and", ast.BitOr: "or",
    ast.BitXor: "xor", ast.LShift: "lshift", ast.RShift: "rshift", ast.UAdd: "pos", ast.USub: "neg",
    ast.Invert: "invert", ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge", ast.Eq: "eq",
    ast.NotEq: "ne",
}  # fmt: skip


def may_be_overloaded(facts: Facts, operator: ast.AST) -> bool:
    """Whether a class that the file may meet has a method for an operator."""
    method, known = _METHODS.get(type(operator), ""), _known(facts)
    if method not in known:
        known[method] = bool(method) and (
            _stands(facts, f"def __{method}__") or _stands(facts, f"def __r{method}__")
        )
    return known[method]


def _stands(facts: Facts, word: str) -> bool:
    project = facts.project
    return word in facts.module.text or any(
        project.texts[name].mentions(word)
        for name in project.near(facts.module.name)
        if name in project.texts
    )


@fact
def _known(facts: Facts) -> dict[str, bool]:
    """What was asked of this file before."""
    return {}
