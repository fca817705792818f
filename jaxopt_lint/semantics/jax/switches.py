"""Code that a constant of its file switches off."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.captures import rebound
from jaxopt_lint.semantics.jax.facts import Facts


def switch_before(facts: Facts, node: ast.AST) -> ast.expr | None:
    """The test that keeps a node from running: a constant, or a name that the top of the file
    gives one and nothing changes; None where there is no such test."""
    for current, around in facts.module.way_out(node):
        if isinstance(around, ast.If) and current is not around.test:
            on = _known(facts, around.test)
            if on is not None and on is not (current in around.body):
                return around.test
    return None


def _known(facts: Facts, test: ast.expr) -> bool | None:
    """Whether a test holds, as far as that stands in the file."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        inner = _known(facts, test.operand)
        return None if inner is None else not inner
    if isinstance(test, ast.Constant):
        return bool(test.value)
    binding = facts.names.only_binding(test)
    if binding is None or binding not in facts.module.top.bindings.get(binding.name, ()):
        return None
    match binding.value:
        case ast.Constant(bool() as on) if not rebound(facts.module, binding.name):
            return on
    return None
