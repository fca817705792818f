"""Modules that are there to be imported: others do, or they do nothing but define names."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.python import text_of


def is_library(facts: Facts) -> bool:
    """Whether a file is there to be imported."""
    if facts.module.name in facts.project.imported_from:
        return True
    body = facts.module.tree.body
    return bool(body) and all(_defines(facts, one) for one in body)


def _defines(facts: Facts, one: ast.stmt) -> bool:
    """Whether a statement defines names, says something, or sets an option of JAX."""
    if isinstance(one, ast.Try):
        handled = (inner for handler in one.handlers for inner in handler.body)
        return all(_defines(facts, inner) for inner in (*one.body, *handled))
    if isinstance(one, ast.Expr):
        update = facts.names.call(one.value) == "jax.config.update"
        return update or text_of(one.value) is not None
    return isinstance(one, _DEFINING)


_DEFINING = (
    ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Assign,
    ast.AnnAssign,
)  # fmt: skip
