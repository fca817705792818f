"""Spells tree functions by the names that JAX has today."""

from __future__ import annotations

import ast

from jaxopt_lint.codemod import Codemod, Precondition
from jaxopt_lint.finding import Promise
from jaxopt_lint.patterns.import_lines import rename_import
from jaxopt_lint.semantics.jax.api import trees
from jaxopt_lint.semantics.subjects.versions.moved_trees import moved_trees, old_name, stays
from jaxopt_lint.semantics.subjects.versions.uses import uses

_IS_JAX = Precondition(
    "name-is-jax",
    "The name stands for the function of JAX that moved, in every way to this line.",
)
_NO_SHIM = Precondition(
    "no-other-way-around",
    "The code is no shim, which tries both names.",
)


class Tree(Codemod):
    """Use the `jax.tree` functions."""

    promise = Promise.SAME
    preconditions = (_IS_JAX, _NO_SHIM)

    def rewrite(self, node: ast.AST) -> None:
        found = moved_trees(self.facts).get(node)
        if found is None and isinstance(node, ast.expr):
            found = [node] if uses(self.facts).paths.get(node) in trees.MOVED else None
        if found is None:
            self.refuse("this is no tree function of JAX", _IS_JAX)
        oldest = self.facts.oldest_jax
        if isinstance(node, ast.alias) and (not found or stays(self.facts, node)):
            imported = uses(self.facts).imports[node]
            module, _, name = trees.successor(imported.dotted, oldest).rpartition(".")
            new = f"from {module} import {name} as {imported.local}"
            rename_import(self, imported.alias, imported.statement, new)
            return
        for use in found:
            new = trees.successor(old_name(self.facts, node), oldest)
            self.replace(use, self.spell(new, at=use))

    def targets(self, qualname: str) -> list[ast.AST]:
        module = self.facts.module
        return [
            node
            for node, dotted in uses(self.facts).paths.items()
            if dotted in trees.MOVED and module.qualname(node) == qualname
        ]
