"""Which imported things a file speaks of at all."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.facts import Facts, fact


@fact
def mentioned(facts: Facts) -> frozenset[str]:
    """The dotted names of all that a file imports, or reads by a dot, wherever it does."""
    imported = (
        facts.names.canonical(b.target)
        for scope in facts.module.scopes.values()
        for bindings in scope.bindings.values()
        for b in bindings
        if b.kind == "import"
    )
    read = (facts.names.of(node) for node in facts.module.all(ast.Attribute))
    return frozenset([*imported, *filter(None, read)])
