"""Spells tree functions by the names that JAX has today."""

from __future__ import annotations

import ast

from jaxopt_lint.codemod import Codemod, Precondition
from jaxopt_lint.finding import Promise
from jaxopt_lint.semantics.api import trees
from jaxopt_lint.semantics.uses import uses

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
        found = uses(self.facts)
        oldest = self.facts.oldest_jax
        if isinstance(node, ast.alias):
            imported = found.imports.get(node)
            if imported is None or imported.dotted not in trees.MOVED:
                self.refuse("this is no tree function of JAX", _IS_JAX)
            if len(imported.statement.names) > 1:
                self.refuse("the statement imports other names as well")
            new = trees.successor(imported.dotted, oldest)
            module, _, name = new.rpartition(".")
            self.replace_statement(
                imported.statement, [f"from {module} import {name} as {imported.local}"]
            )
            return
        dotted = found.paths.get(node)
        if dotted not in trees.MOVED:
            self.refuse("this is no tree function of JAX", _IS_JAX)
        self.replace(node, self.spell(trees.successor(dotted, oldest), at=node))

    def targets(self, qualname: str) -> list[ast.AST]:
        module = self.facts.module
        return [
            node
            for node, dotted in uses(self.facts).paths.items()
            if dotted in trees.MOVED and module.qualname(node) == qualname
        ]
