"""Traced values that whoever runs the compiled code replaces at once by what it gives back."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.basics import Facts, calls, tracing
from jaxopt_lint.semantics.python import DEFINITIONS, FunctionNode, stored_texts
from jaxopt_lint.semantics.python.scopes import Scope


def overwritten(facts: Facts, target: ast.expr, scope: Scope | None) -> bool:
    """Whether each call of what is compiled of a method stores its result where the method itself
    leaves a traced value: `self.loss, state = jax.jit(self.step)(state)`.

    Args:
        scope: that of the method.
    """
    method = scope.node if scope is not None else None
    if not isinstance(method, DEFINITIONS) or not isinstance(target, ast.Attribute):
        return False
    wraps = tracing(facts).of(method)
    # What a decorator compiles may be called from anywhere.
    if not wraps or any(wrap.decorator for wrap in wraps):
        return False
    runs = [c for c in facts.module.all(ast.Call) if _runs(facts, c, method)]
    return bool(runs) and all(_stores(facts, call, target) for call in runs)


def _runs(facts: Facts, call: ast.Call, method: FunctionNode) -> bool:
    callee = calls(facts).callee(call.func)
    return callee is not None and callee.node is method and bool(callee.wraps)


def _stores(facts: Facts, call: ast.Call, target: ast.Attribute) -> bool:
    statement = facts.module.parent.get(call)
    return isinstance(statement, ast.Assign) and ast.unparse(target) in stored_texts(statement)
