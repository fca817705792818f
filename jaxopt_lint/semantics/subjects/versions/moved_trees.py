"""Where a file takes the tree functions that JAX moved: each import with the uses behind it."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from jaxopt_lint.semantics.jax.api import trees
from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.jax.taken_elsewhere import taken_elsewhere
from jaxopt_lint.semantics.subjects.versions.uses import exported_names, uses


@fact
def moved_trees(facts: Facts) -> Mapping[ast.AST, Sequence[ast.expr]]:
    """The uses of tree functions under their old names, by what brings them in.

    That is the name in an import statement; a use that spells the module (`jax.tree_map`) stands
    for itself.
    """
    known = uses(facts)
    out: dict[ast.AST, list[ast.expr]] = {
        alias: [] for alias, imported in known.imports.items() if imported.dotted in trees.MOVED
    }
    for node, dotted in known.paths.items():
        if dotted in trees.MOVED and isinstance(node, ast.expr):
            out.setdefault(_import_of(facts, node) or node, []).append(node)
    patched = known.patched
    return {node: found for node, found in out.items() if old_name(facts, node) not in patched}


def _import_of(facts: Facts, node: ast.expr) -> ast.alias | None:
    """The imported name that a bare name is, if an import of JAX binds it."""
    if not isinstance(node, ast.Name):
        return None
    for binding in facts.names.binding(node):
        for alias in getattr(binding.node, "names", ()):
            imported = uses(facts).imports.get(alias)
            if imported is not None and imported.local == node.id:
                return imported.alias
    return None


def old_name(facts: Facts, node: ast.AST) -> str:
    """What a name in an import, or a use, stands for."""
    imported = uses(facts).imports.get(node)
    return imported.dotted if imported is not None else uses(facts).paths[node]


def stays(facts: Facts, alias: ast.AST) -> bool:
    """Whether an imported name is wanted whatever becomes of its uses: others read it in this
    file, by `__all__` or by an import; or the import stands in a block, where nobody tidies up."""
    imported = uses(facts).imports[alias]
    module = facts.module
    return (
        module.parent[imported.statement] is not module.tree
        or module.is_package
        or imported.local in exported_names(facts)
        or imported.local in taken_elsewhere(facts)
    )
