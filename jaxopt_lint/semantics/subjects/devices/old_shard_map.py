"""Where a file takes `shard_map` from `jax.experimental`: each import with the uses behind it."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.python.nodes import root_name, root_of
from jaxopt_lint.semantics.subjects.versions.uses import uses

OLD = "jax.experimental.shard_map.shard_map"
_MODULE = OLD.rpartition(".")[0]


@fact
def old_shard_maps(facts: Facts) -> Mapping[ast.AST, Sequence[ast.expr]]:
    """The uses of the experimental `shard_map` by what brings it in.

    That is the name in an import statement; where the file reads all of the path from `jax`, it
    is the first of the uses.
    """
    known = uses(facts)
    out: dict[ast.AST, list[ast.expr]] = {}
    by_local: dict[str, ast.AST] = {}
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
        if dotted != OLD or not isinstance(node, ast.expr):
            continue
        root = root_of(node)
        anchor = by_local.get(root_name(node))
        if anchor is None and facts.names.of(root) == "jax":
            anchor = by_local.get(_MODULE)
        if anchor is None:
            first = first or node
            anchor = first
        out.setdefault(anchor, []).append(node)
    return out
