"""Statements that run only where a variable of the environment asks for them."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.unset import UNKNOWN, unset


def asked_for(facts: Facts, statement: ast.AST) -> bool:
    """Whether a statement stands under a test that fails where the variable it reads is not set:
    `if os.environ.get("DEBUG_MESH"):`."""
    child: ast.AST = statement
    for around in facts.module.ancestors(statement):
        if isinstance(around, ast.If) and child is not around.test:
            given = unset(facts, around.test)
            runs = child in around.body
            if given is not UNKNOWN and bool(given) is not runs:
                return True
        child = around
    return False
