"""Which names of the libraries around JAX a file uses that a release of them has removed."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.api.companions import Library, libraries, library, parsed
from jaxopt_lint.semantics.jax.api.history import Change, Version, text
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.jax.put_there import put_there
from jaxopt_lint.semantics.jax.shims import cover, in_shim
from jaxopt_lint.semantics.python import FUNCTIONS, last_part, root_name
from jaxopt_lint.semantics.subjects.versions.allowed import Allowed, allowed
from jaxopt_lint.semantics.subjects.versions.outdated import only_read_by_tools
from jaxopt_lint.semantics.subjects.versions.uses import longest
from jaxopt_lint.settings.jaxversion import days_of

_ASKS = frozenset({"__version__", "__version_info__", "version", "hasattr", "find_spec"})


@dataclass(frozen=True, slots=True, eq=False)
class Retired:
    """One use of a name that a library around JAX has removed.

    Attributes:
        node: the name in an import, or the path that spells it.
        library: whose it was.
        change: when it went, and what there is instead.
        allowed: the releases that the project allows.
        imported: for an import the whole dotted name that it takes, else "".
    """

    node: ast.alias | ast.expr
    library: Library
    change: Change
    allowed: Allowed
    imported: str = ""


def instead(found: Retired) -> str:
    """What to write in place of a name, as far as every release has it that is allowed."""
    change, bounds = found.change, found.allowed
    oldest = bounds.oldest or bounds.newest
    new = f"use `{change.replacement}`" if change.replacement else ""
    if change.since is not None and oldest is not None and oldest < change.since:
        new += f", which is there from {found.library.title} {text(change.since)} on"
    return ". ".join(filter(None, (new, change.note.rstrip("."))))


def day_of(library: Library, release: Version | None) -> Version | None:
    """The newest JAX on the day of a release of a library; None where that is not known."""
    days = days_of(library.name)
    for name in (text(release), f"{text(release)}.0"):
        if name in days:
            return parsed(days[name])
    return None


@fact
def retired(facts: Facts) -> Mapping[ast.AST, Retired]:
    """The removed names of libraries around JAX in a file, by node: what the newest release that
    the project allows lacks, or a later one."""
    taken = dict(_taken(facts))
    if not taken:
        return {}
    patched = facts.project.stored | put_there(facts)
    patched |= {
        facts.names.of(node) or ""
        for node in facts.module.all(ast.Attribute)
        if not isinstance(node.ctx, ast.Load)
    }
    out: dict[ast.AST, Retired] = {
        one.node: one for one in _imports(facts, taken) if one.change.symbol not in patched
    }
    roots = {
        alias.asname or alias.name.split(".")[0]: alias in out for alias in taken
    }  # local name -> whether its import is told already
    for node in facts.module.all(ast.Attribute):
        root = root_name(node)
        if root not in roots or roots[root] or not isinstance(node.ctx, ast.Load):
            continue
        if isinstance(facts.module.parent[node], ast.Attribute):
            continue
        dotted = facts.names.of(node) or ""
        of = library(dotted)
        match = longest(node, dotted, of.names) if of is not None else None
        if of is None or match is None or match[1] in patched or _own(facts, of):
            continue
        if not _meant(facts, match[0]) and not only_read_by_tools(facts, node):
            change = of.change(match[1])
            if change is not None:
                out[match[0]] = Retired(match[0], of, change, allowed(facts, of))
    return out


def _taken(facts: Facts) -> Iterator[tuple[ast.alias, tuple[ast.stmt, str]]]:
    """What a file imports of the libraries: the name, its statement, and what it is."""
    packages = libraries()
    for statement in facts.module.all(ast.Import, ast.ImportFrom):
        base = ""
        if isinstance(statement, ast.ImportFrom):
            if statement.level or (statement.module or "").split(".")[0] not in packages:
                continue
            base = f"{statement.module}."
        for alias in statement.names:
            dotted = base + alias.name
            if dotted.split(".")[0] in packages:
                yield alias, (statement, dotted)


def _imports(facts: Facts, taken: Mapping[ast.alias, tuple[ast.stmt, str]]) -> Iterator[Retired]:
    told: set[ast.stmt] = set()  # statements of which one name has spoken for its module
    for alias, (statement, dotted) in taken.items():
        of = library(dotted)
        if of is None or _own(facts, of) or statement in told:
            continue
        symbol = dotted
        while symbol not in of.names and "." in symbol:
            symbol = symbol.rpartition(".")[0]
        change = of.change(symbol)
        if change is None or _meant(facts, alias):
            continue
        if symbol != dotted:
            told.add(statement)
        yield Retired(alias, of, change, allowed(facts, of), dotted)


def _own(facts: Facts, of: Library) -> bool:
    """Whether the project is the library, or has a module of its name."""
    return any(name.split(".")[0] == of.package for name in facts.project.exports)


def _meant(facts: Facts, node: ast.AST) -> bool:
    """Whether code is written for several releases, or is not there to run."""
    return guarded(facts, node) or in_shim(facts, node) or error_meant(facts, node)


def guarded(facts: Facts, node: ast.AST) -> bool:
    """Whether code stands where something asks for a release or a name, or handles an error."""
    if cover(facts.names, node) is not None:
        return True
    for child, around in facts.module.way_out(node):
        if isinstance(around, ast.ExceptHandler):
            return True
        if isinstance(around, (ast.If, ast.IfExp)) and child is not around.test:
            if _asks(facts, around.test):
                return True
        if isinstance(around, ast.BoolOp) and child is not around.values[0]:
            if any(_asks(facts, value) for value in around.values):
                return True
        if isinstance(around, FUNCTIONS):
            first = around.body[0] if isinstance(around.body, list) else None
            if isinstance(first, ast.If) and _asks(facts, first.test):
                return True
    return False


def _asks(facts: Facts, test: ast.expr, depth: int = 2) -> bool:
    """Whether a condition, or what its names stand for, asks which release there is."""
    for part in ast.walk(test):
        if isinstance(part, ast.Attribute) and part.attr in _ASKS:
            return True
        if isinstance(part, ast.Call) and last_part(part.func) in _ASKS:
            return True
        if isinstance(part, ast.Name):
            if part.id == "TYPE_CHECKING":
                return True
            value = facts.names.value(part) if depth else None
            if value is not None and _asks(facts, value, depth - 1):
                return True
    return False
