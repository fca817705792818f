"""Where a file takes `shard_map` from `jax.experimental`: each import with the uses behind it."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.python import root_name, root_of
from jaxopt_lint.semantics.subjects.versions.uses import uses

OLD = "jax.experimental.shard_map.shard_map"
_MODULE = OLD.rpartition(".")[0]


@dataclass(frozen=True, slots=True)
class OldShardMap:
    """The uses of the experimental `shard_map` behind what brings it in.

    Attributes:
        node: the name in an import statement; where the file reads all of the path from `jax`,
            it is the first of the uses.
        uses: in source order.
    """

    node: ast.alias | ast.expr
    uses: tuple[ast.expr, ...]


@fact
def old_shard_maps(facts: Facts) -> list[OldShardMap]:
    """Where a file takes `shard_map` from `jax.experimental`."""
    known = uses(facts)
    out: dict[ast.alias | ast.expr, list[ast.expr]] = {}
    by_local: dict[str, ast.alias | ast.expr] = {}
    for alias, imported in known.imports.items():
        if imported.dotted not in (OLD, _MODULE):
            continue
        out[alias] = []
        if not isinstance(imported.statement, ast.Import) or imported.alias.asname:
            by_local.setdefault(imported.local, alias)
        else:
            by_local.setdefault(imported.dotted, alias)  # `import jax.experimental.shard_map`
    first: ast.expr | None = None
    for node, dotted in known.paths.items():
        if dotted != OLD:
            continue
        root = root_of(node)
        anchor = by_local.get(root_name(node))
        if anchor is None and facts.names.of(root) == "jax":
            anchor = by_local.get(_MODULE)
        if anchor is None:
            first = first or node
            anchor = first
        out.setdefault(anchor, []).append(node)
    return [OldShardMap(node, tuple(found)) for node, found in out.items()]
