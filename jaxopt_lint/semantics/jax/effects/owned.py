"""Whose an object is, to code that is looked at: its own, or one that others hold as well."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.effects.objects import all_new, is_new, reaching
from jaxopt_lint.semantics.jax.facts import Facts


class Owner:
    """Code that is looked at, with what it was given.

    Attributes:
        inside: all nodes of it.
        fresh: the parameters of the function at hand that nobody else holds.
    """

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.module = facts.module
        self.inside: set[ast.AST] = set()
        self.fresh: frozenset[str] = frozenset()

    def is_own(self, value: ast.expr, root: ast.expr) -> bool:
        """Whether a value was made by the code itself, or is a part of what was."""
        return is_new(self.facts, value) or (isinstance(root, ast.Name) and self.own(root))

    def inner(self, root: ast.expr) -> bool:
        """Whether a path starts from what the code was given or made, not from outside of it."""
        if not isinstance(root, ast.Name):
            return True
        holder = self.module.holder(root)
        return holder is not None and holder is not self.module.top and holder.node in self.inside

    def own(self, name: ast.Name) -> bool:
        """Whether a name holds an object that the code looked at has made itself."""
        holder = self.module.holder(name)
        if holder is None or not self.inner(name):
            return False
        bindings = reaching(self.facts, name, holder)
        if any(b.kind == "param" for b in bindings):
            return name.id in self.fresh
        return bool(bindings) and all_new(self.facts, bindings)
