"""Spells tree functions by the names that JAX has today."""

from __future__ import annotations

import ast

from jaxopt_lint.codemod import Codemod, Precondition, Promise
from jaxopt_lint.patterns.deprecated_tree_api import MovedTree, stays
from jaxopt_lint.patterns.import_lines import rename_import
from jaxopt_lint.semantics.jax.api import trees
from jaxopt_lint.semantics.jax.api.history import text
from jaxopt_lint.semantics.subjects.versions.uses import uses

*_, _SEVERAL = _PRECONDITIONS = (
    Precondition(
        "name-is-jax",
        "The name stands for the function of JAX that moved, in every way to this line.",
    ),
    Precondition("no-other-way-around", "The code is no shim, which tries both names."),
    Precondition(
        "several-trees",
        "Every JAX that the project allows has a `tree_map` of several trees, as from 0.2.13 on.",
    ),
)
_SEVERAL_SINCE = (0, 2, 13)


class Tree(Codemod[MovedTree]):
    """Use the name that the tree function has now."""

    promise = Promise.SAME
    preconditions = _PRECONDITIONS

    def rewrite(self, found: MovedTree) -> None:
        node, lowest = found.node, self.facts.min_jax
        newest = self.facts.newest_jax
        if newest is not None and newest < trees.life(found.dotted)[0]:
            self.refuse("the JAX of this project has the old name")
        several = found.dotted.endswith("tree_multimap")
        if several and lowest is not None and lowest < _SEVERAL_SINCE:
            why = f"the project allows JAX {text(lowest)}, whose `tree_map` takes one tree"
            self.lower(_SEVERAL, why)
        if isinstance(node, ast.alias) and (not found.uses or stays(self.facts, node)):
            imported = uses(self.facts).imports[node]
            module, _, name = found.new.rpartition(".")
            new = f"from {module} import {name}"
            new += f" as {imported.local}" * (name != imported.local)
            rename_import(self, imported.alias, imported.statement, new)
            return
        for use in found.uses:
            self.replace(use, self.spell(found.new, at=use))
