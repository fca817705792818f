"""What the calls of a file pass for a parameter."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.python import FunctionNode, arguments

# Wraps that hand the arguments of the call on as they are.
_AS_THEY_ARE = frozenset(
    {"jax.jit", "jax.checkpoint", "jax.remat", "jax.value_and_grad", "jax.grad"}
)  # fmt: skip


def passed(
    facts: Facts, function: FunctionNode, name: str, through: frozenset[str] = _AS_THEY_ARE
) -> list[ast.expr] | None:
    """The arguments for a parameter at every call of this file; None where one cannot be told.

    Args:
        through: the wraps that hand the arguments of a call on.
    """
    out: list[ast.expr] = []
    for call in calls(facts).callers(function):
        callee = calls(facts).callee(call.func)
        if callee is None or any(wrap not in through for wrap, _ in callee.wraps):
            return None
        if any(isinstance(a, ast.Starred) for a in call.args):
            return None
        given = dict(arguments(call, function, callee.bound))
        if name not in given:
            return None
        out.append(given[name])
    return out or None
