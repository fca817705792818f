"""Imports from public modules what was taken from private ones."""

from __future__ import annotations

import ast

from jaxopt_lint.codemod import Codemod
from jaxopt_lint.finding import Promise
from jaxopt_lint.importline import rename_import
from jaxopt_lint.semantics.api.history import text
from jaxopt_lint.semantics.api.private import PUBLIC, since
from jaxopt_lint.semantics.uses import uses


class PublicImport(Codemod):
    """Import the public name."""

    promise = Promise.SAME

    def rewrite(self, node: ast.AST) -> None:
        found = uses(self.facts).imports.get(node)
        public = PUBLIC.get(found.dotted, "") if found is not None else ""
        if found is None or not public or not isinstance(found.statement, ast.ImportFrom):
            self.refuse("this has no public name")
        oldest = self.facts.oldest_jax
        if oldest < since(public):
            self.refuse(f"JAX {text(oldest)} may not have `{public}` yet")
        module, _, last = public.rpartition(".")
        name = last if last == found.local else f"{last} as {found.local}"
        rename_import(self, found.alias, found.statement, f"from {module} import {name}")
