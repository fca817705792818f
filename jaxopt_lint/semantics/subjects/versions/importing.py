"""Which imports of a file fail with the newest JAX that the project allows, whatever release of
the library around JAX is installed."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.api.companions import parsed
from jaxopt_lint.semantics.jax.api.history import Version
from jaxopt_lint.semantics.jax.api.importing import IMPORTS, NIGHTLY, Import
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.jax.put_there import put_there
from jaxopt_lint.semantics.jax.shims import in_shim
from jaxopt_lint.semantics.subjects.versions.retired import guarded
from jaxopt_lint.settings.beside import Bounds


@dataclass(frozen=True, slots=True, eq=False)
class Unimportable:
    """An import that fails.

    Attributes:
        node: the first name that the file imports of the module.
        of: the module, and the JAX with which it fails.
    """

    node: ast.alias
    of: Import


@fact
def unimportable(facts: Facts) -> Unimportable | None:
    """The first import of a file that fails with the newest JAX that the project allows."""
    newest = facts.newest_jax
    rows = [one for one in IMPORTS if newest is None or newest >= one.since]
    rows = [one for one in rows if one.module.partition(".")[0] in facts.module.text]
    rows = [one for one in rows if not _own(facts, one)]
    if not rows or any(_allows(facts.beside.get(name), since) for name, since in NIGHTLY.items()):
        return None
    if any(one.lacks in facts.project.stored | put_there(facts) for one in rows):
        return None
    for statement in facts.module.all(ast.Import, ast.ImportFrom):
        if isinstance(statement, ast.ImportFrom) and statement.level:
            continue
        head = f"{statement.module}." if isinstance(statement, ast.ImportFrom) else ""
        for alias in statement.names:
            for one in rows:
                if f"{head}{alias.name}.".startswith(f"{one.module}.") and _fails(facts, one):
                    meant = guarded(facts, alias) or in_shim(facts, alias)
                    if not meant and not error_meant(facts, alias):
                        return Unimportable(alias, one)
    return None


def _own(facts: Facts, one: Import) -> bool:
    """Whether the project is the library, or has a module of its name."""
    package = one.module.partition(".")[0]
    return any(name.partition(".")[0] == package for name in facts.project.exports)


def _fails(facts: Facts, one: Import) -> bool:
    """Whether the project holds a library to releases that fail, where there are others."""
    if one.mended is None:
        return True
    said = facts.beside.get(one.library)
    return said is not None and not said.packaged and not _allows(said, one.mended)


def _allows(said: Bounds | None, since: Version) -> bool:
    """Whether what a project says of a library lets some release through from one on; so do
    words that are not known."""
    from packaging.specifiers import InvalidSpecifier, SpecifierSet

    if said is None:
        return False
    try:
        for bounds in map(SpecifierSet, said.alternatives):
            spelled = [one.version.removesuffix(".*") for one in bounds]
            tried = [v for v in spelled if parsed(v) >= since]
            tried += [".".join(map(str, since)), "9999"]
            if any(bounds.contains(one, prereleases=True) for one in tried):
                return True
    except InvalidSpecifier:
        return True
    return False
