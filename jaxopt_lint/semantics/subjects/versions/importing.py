"""Which imports of a file fail with the newest JAX that the project allows, whatever release of
the library around JAX is installed."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace

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
        node: the first place where the file imports the module, or reads it; where what is in it
            is imported as it is read, the first that it reads.
        of: the module, and the JAX with which it fails.
    """

    node: ast.alias | ast.expr
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
    rows = [one for one in rows if _fails(facts, one)]
    found = [
        Unimportable(node, one) for node, name in _named(facts) for one in rows
        if f"{name}.".startswith(f"{one.module}.") and _is_meant(facts, node)
    ]  # fmt: skip
    found = [replace(one, node=_where_it_fails(facts, one)) for one in found]

    def order(one: Unimportable) -> tuple[bool, object]:
        return facts.module.function(one.node) is not None, facts.range(one.node)

    return min(found, key=order, default=None)


def _where_it_fails(facts: Facts, found: Unimportable) -> ast.alias | ast.expr:
    """Where the file first reads something of a module that imports what is in it as it is read,
    at its top or else within a function; the import where it does not."""
    alias = found.node
    statement = facts.module.parent.get(alias)
    if not (found.of.lazy and isinstance(alias, ast.alias) and statement is not None):
        return alias
    head = f"{statement.module}." if isinstance(statement, ast.ImportFrom) else ""
    if f"{head}{alias.name}" != found.of.module:
        return alias
    front = f"{found.of.module}."
    read = [n for n in facts.module.all(ast.Attribute) if facts.names.of(n) is not None]
    read = [n for n in read if (facts.names.of(n) or "").startswith(front)]
    read = [n for n in read if (facts.names.of(n) or "").count(".") == front.count(".")]
    at_the_top = [n for n in read if facts.module.function(n) is None]
    return min(at_the_top or read, key=lambda n: (n.lineno, n.col_offset), default=alias)


def _named(facts: Facts) -> Iterator[tuple[ast.alias | ast.expr, str]]:
    """What a file imports, and what it reads of what it imports, as far as it can be one of the
    modules, by its dotted name."""
    for statement in facts.module.all(ast.Import, ast.ImportFrom):
        if isinstance(statement, ast.Import) or not statement.level:
            head = f"{statement.module}." if isinstance(statement, ast.ImportFrom) else ""
            for alias in statement.names:
                yield alias, f"{head}{alias.name}"
    for last in {one.module.rpartition(".")[2] for one in IMPORTS if "." in one.module}:
        for read in facts.module.attributes(last):
            yield read, facts.names.of(read) or ""


def _is_meant(facts: Facts, node: ast.AST) -> bool:
    """Whether an import is meant to succeed, with whichever JAX there is."""
    shim = guarded(facts, node) or in_shim(facts, node)
    return not shim and not error_meant(facts, node)


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
