"""Which names of JAX a file uses that its target deprecates or no longer has."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from jaxopt_lint.semantics.api import trees
from jaxopt_lint.semantics.api.history import Change, table
from jaxopt_lint.semantics.api.pjit import PJIT
from jaxopt_lint.semantics.api.placement import REMOVED_PLACEMENTS
from jaxopt_lint.semantics.uses import Uses, longest, uses

if TYPE_CHECKING:
    from jaxopt_lint.semantics.facts import Facts

# Rules of their own report these.
_OWNED = (
    PJIT | trees.MOVED.keys() | REMOVED_PLACEMENTS.keys() | {"jax.experimental.shard_map.shard_map"}
)
# Statements that fail although the dotted name lives on.
_MODULES_GONE = {"jax.config": "jax.config.config", "jax.memory": ""}


def outdated(facts: Facts) -> Mapping[ast.AST, Change]:
    """The outdated names of a file: imported names, and dotted paths that no import reports."""
    found = _cache.get(facts)
    if found is None:
        found = _cache[facts] = dict(_outdated(facts))
    return found


_cache: WeakKeyDictionary[Facts, Mapping[ast.AST, Change]] = WeakKeyDictionary()


def _outdated(facts: Facts) -> list[tuple[ast.AST, Change]]:
    known = uses(facts)
    names = table().names
    out: list[tuple[ast.AST, Change]] = []
    reported: dict[str, set[str]] = {}  # local name -> what its import statements name
    for alias, imported in known.imports.items():
        change = table().name(_imported(imported.dotted, imported.statement))
        if change is None or imported.dotted in _OWNED:
            continue
        if change.gone(facts.target_jax) or change.warns(facts.target_jax):
            out.append((alias, change))
            if isinstance(imported.statement, ast.ImportFrom) or imported.alias.asname:
                reported.setdefault(imported.local, set()).add(imported.dotted)
    for node, dotted in known.paths.items():
        match = longest(node, dotted, names)
        if match is None or match[1] in _OWNED or match[1] in known.patched:
            continue
        where, symbol = match
        if any(_covers(t, symbol) for t in reported.get(_root(node), ())):
            continue
        change = table().name(symbol)
        assert change is not None
        if change.gone(facts.target_jax) or change.warns(facts.target_jax):
            out.append((where, change))
    return out


def _imported(dotted: str, statement: ast.stmt) -> str:
    """The row that speaks of an import; `import jax.config` fails, `from jax import config` not."""
    if isinstance(statement, ast.Import) and dotted in _MODULES_GONE:
        return _MODULES_GONE[dotted]
    return dotted


def _covers(imported: str, symbol: str) -> bool:
    """Whether rewriting an import sets right what is reached through it as well."""
    if imported == symbol or imported.startswith(symbol + "."):
        return True
    whole, part = table().name(imported), table().name(symbol)
    if whole is None or part is None or not symbol.startswith(imported + "."):
        return False
    moved = whole.replacement + symbol.removeprefix(imported)
    return whole.rename and part.replacement == moved


def _root(node: ast.AST) -> str:
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def only_read_by_tools(facts: Facts, node: ast.AST) -> bool:
    """Whether a name stands in an annotation that Python never evaluates.

    Those of a file with `from __future__ import annotations`, and of local variables everywhere.
    """
    lazy = _lazy(facts)
    inner = node
    for around in facts.module.ancestors(node):
        if isinstance(around, (ast.arg, ast.AnnAssign)) and around.annotation is inner:
            if lazy:
                return True
            local = isinstance(around, ast.AnnAssign) and isinstance(around.target, ast.Name)
            scope = facts.module.scope.get(around)
            return local and scope is not None and scope.is_function
        if getattr(around, "returns", None) is inner:
            return lazy
        if isinstance(around, ast.stmt):
            return False
        inner = around
    return False


def _lazy(facts: Facts) -> bool:
    return any(
        isinstance(node, ast.ImportFrom)
        and node.module == "__future__"
        and any(alias.name == "annotations" for alias in node.names)
        for node in facts.module.nodes.get(ast.ImportFrom, ())
    )


__all__ = ["Uses", "only_read_by_tools", "outdated"]
