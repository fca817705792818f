"""The names that code puts into a module of others by `setattr`: from then on they are there."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.basics import Facts
from jaxopt_lint.semantics.python import text_of


def put_there(facts: Facts) -> set[str]:
    """The dotted names that a file sets: `setattr(module, "name", value)`."""
    out = set()
    for call in facts.module.all(ast.Call):
        if len(call.args) == 3 and facts.names.is_builtin(call.func, "setattr"):
            holder, name = facts.names.of(call.args[0]), text_of(call.args[1])
            if holder and name:
                out.add(f"{holder}.{name}")
    return out
