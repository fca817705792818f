"""Values that nothing comes of: they are stored in names that nobody reads, or as elements of
what nobody reads."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.basics import Facts
from jaxopt_lint.semantics.python.nodes import names_in
from jaxopt_lint.semantics.python.scopes import FUNCTIONS

_DEPTH = 4
_COMPUTING = ("numpy.", "jax.numpy.")


def leads_nowhere(facts: Facts, node: ast.expr, depth: int = _DEPTH) -> bool:
    """Whether all that a function makes of an expression are variables that it never reads."""
    module = facts.module
    if not depth:
        return False
    for _, around in module.way_out(node):
        if isinstance(around, ast.Assign):
            into = [n for target in around.targets for n in names_in(target)]
            return bool(into) and all(_never_read(facts, n, depth) for n in into)
        if isinstance(around, ast.Call):
            name = facts.names.of(around.func) or ""
            plain = name.startswith(_COMPUTING) or facts.names.is_builtin(
                around.func, "int", "float", "list", "tuple"
            )
            if not plain:
                return False
        elif not isinstance(around, (ast.expr, ast.keyword)):
            return False
    return False


def _never_read(facts: Facts, target: ast.expr, depth: int) -> bool:
    while isinstance(target, ast.Subscript):
        target = target.value
    holder = facts.module.holder(target) if isinstance(target, ast.Name) else None
    if not isinstance(target, ast.Name) or holder is None:
        return False
    if not isinstance(holder.node, FUNCTIONS) or target.id in facts.module.declared_global:
        return False
    return all(
        _is_element_stored(facts, read) or leads_nowhere(facts, read, depth - 1)
        for read in facts.module.reads(holder, target.id)
    )


def _is_element_stored(facts: Facts, read: ast.Name) -> bool:
    """The `mask` of `mask[rows] = 1.0`."""
    around = facts.module.parent.get(read)
    return (
        isinstance(around, ast.Subscript)
        and around.value is read
        and isinstance(around.ctx, ast.Store)
    )
