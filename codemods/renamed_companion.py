"""Spells names of the libraries around JAX as they are called today."""

from __future__ import annotations

import ast

from jaxopt_lint.codemod import Codemod, Precondition, Promise
from jaxopt_lint.patterns.import_lines import rename_import
from jaxopt_lint.semantics.jax.api.history import text
from jaxopt_lint.semantics.subjects.versions.importing import Unimportable
from jaxopt_lint.semantics.subjects.versions.retired import Retired

_SAME, _SINCE = _PRECONDITIONS = (
    Precondition("same-thing", "The new name was bound to the same object as the old one."),
    Precondition("new-name-is-there", "The oldest release that the project allows has it."),
)


class RenamedCompanion(Codemod[Retired | Unimportable]):
    """Use the name that a library around JAX has today."""

    promise = Promise.SAME
    preconditions = _PRECONDITIONS

    def rewrite(self, found: Retired | Unimportable) -> None:
        if isinstance(found, Unimportable):
            self.refuse(f"no other name of {found.of.title} can be imported either", _SAME)
        change, title = found.change, found.library.title
        new = change.replacement
        if not change.gone(found.allowed.newest):
            self.refuse(f"the {title} of this project has the old name")
        if not new:
            self.refuse(f"`{change.symbol}` has no successor", _SAME)
        if not change.same:
            self.refuse(f"`{new}` is no drop-in replacement of `{change.symbol}`", _SAME)
        oldest = found.allowed.oldest or found.allowed.newest
        if oldest is not None and change.since is not None and oldest < change.since:
            self.refuse(f"{title} {text(oldest)} has no `{new}` yet", _SINCE)
        if isinstance(found.node, ast.expr):
            self.replace(found.node, self.spell(new, at=found.node))
            return
        statement = self.module.parent[found.node]
        if not isinstance(statement, ast.ImportFrom) or found.imported != change.symbol:
            self.refuse(f"`{change.symbol}` is imported as a whole", _SAME)
        module, _, last = new.rpartition(".")
        local = found.node.asname or found.node.name
        name = last if last == local else f"{last} as {local}"
        rename_import(self, found.node, statement, f"from {module} import {name}")
