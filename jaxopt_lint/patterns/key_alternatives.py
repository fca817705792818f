"""Expressions of which one run uses a single arm, and draws that nothing reads any more."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.facts import Facts

# Where they take what decides.
_SELECTS = {
    "jax.lax.select": "pred",
    "jax.lax.select_n": "which",
    "jax.numpy.where": "condition",
}


def alternatives(facts: Facts, node: ast.expr) -> tuple[ast.expr, list[ast.expr]] | None:
    """What decides, and the arms, of `a if test else b` and of a call that selects.

    A select computes all of its arms, but every element of its result comes from one of them: the
    draws of two arms never meet.
    """
    if isinstance(node, ast.IfExp):
        return node.test, [node.body, node.orelse]
    if not isinstance(node, ast.Call):
        return None
    decides = _SELECTS.get(facts.names.call(node) or "")
    if decides is None or any(isinstance(a, ast.Starred) for a in node.args):
        return None
    arms = list(node.args[1:])
    test = node.args[0] if node.args else None
    for keyword in node.keywords:
        if keyword.arg == decides:
            test = keyword.value
        else:
            arms.append(keyword.value)
    return (test, arms) if test is not None and len(arms) > 1 else None


def dropped(facts: Facts, earlier: ast.Call, later: ast.Call) -> bool:
    """Whether a run that returns the later draw has not read the earlier one."""
    module = facts.module
    stored, leaves = module.statement(earlier), module.statement(later)
    function = module.function(later)
    if not isinstance(stored, ast.Assign) or not isinstance(leaves, ast.Return):
        return False
    if (
        not isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef))
        or stored.end_lineno is None
    ):
        return False
    names = {t.id for t in stored.targets if isinstance(t, ast.Name)}
    if len(names) != len(stored.targets):
        return False
    end = leaves.end_lineno or leaves.lineno
    return not any(
        isinstance(n, ast.Name)
        and n.id in names
        and isinstance(n.ctx, ast.Load)
        and stored.end_lineno < n.lineno <= end
        for n in ast.walk(function)
    )


__all__ = ["alternatives", "dropped"]
