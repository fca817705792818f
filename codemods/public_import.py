"""Imports from public modules what was taken from private ones."""

from __future__ import annotations

import ast

from jaxopt_lint.codemod import Codemod, Precondition, Promise
from jaxopt_lint.patterns.import_lines import rename_import
from jaxopt_lint.semantics.jax.api.private import public_name, since
from jaxopt_lint.semantics.subjects.versions.uses import Imported

_PUBLIC, _SINCE = _PRECONDITIONS = (
    Precondition("same-thing-in-public", "A public module has the same object."),
    Precondition(
        "public-name-is-there", "The oldest JAX that the project supports has the public name."
    ),
)


class PublicImport(Codemod[Imported]):
    """Import the public name."""

    promise = Promise.SAME
    preconditions = _PRECONDITIONS

    def rewrite(self, found: Imported) -> None:
        public = public_name(found.dotted)
        if not public or not isinstance(found.statement, ast.ImportFrom):
            self.refuse("no one public name stands for all that is imported here", _PUBLIC)
        self.needs(since(public), f"JAX {{}} may not have `{public}` yet", _SINCE)
        module, _, last = public.rpartition(".")
        name = last if last == found.local else f"{last} as {found.local}"
        rename_import(self, found.alias, found.statement, f"from {module} import {name}")
