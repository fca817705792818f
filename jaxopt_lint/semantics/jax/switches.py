"""Code that a constant of its file switches off."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.captures import rebound
from jaxopt_lint.semantics.jax.facts import Facts


def switch_before(facts: Facts, node: ast.AST) -> ast.expr | None:
    """The test that keeps a node from running: a constant, or a name that is given one and that
    nothing changes; None where there is no such test."""
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
    value = written(facts, test)
    return value.value if value is not None and isinstance(value.value, bool) else None


def written(facts: Facts, node: ast.expr) -> ast.Constant | None:
    """The constant that a name stands for, of a function around or of the top of the file, which
    gives it that value and which nothing changes, here or in another file."""
    binding, module = facts.names.only_binding(node), facts.module
    if binding is None or not isinstance(node, ast.Name) or binding.kind != "assign":
        return None
    holder, value = module.holder(node), binding.value
    if not isinstance(value, ast.Constant) or holder is None:
        return None
    if holder is module.top:
        stored = f"{module.name}.{node.id}" in facts.project.stored
        return None if stored or rebound(module, node.id) else value
    return value if holder.is_function else None
