"""Where a file takes the tree functions that JAX moved: each import with the uses behind it."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.api import trees
from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.jax.mentioned import mentioned
from jaxopt_lint.semantics.jax.taken_elsewhere import taken_elsewhere
from jaxopt_lint.semantics.subjects.versions.uses import exported_names, uses


@dataclass(frozen=True, slots=True)
class MovedTree:
    """The uses of an old name behind what brings it in.

    Attributes:
        node: the name in an import statement; a use that spells the module (`jax.tree_map`)
            stands for itself.
        dotted: the old name.
        uses: in source order.
        new: the name to use in its place.
    """

    node: ast.alias | ast.expr
    dotted: str
    uses: tuple[ast.expr, ...]
    new: str


@fact
def moved_trees(facts: Facts) -> list[MovedTree]:
    """The old names that a file takes, with their uses."""
    known = uses(facts)
    out: dict[ast.alias | ast.expr, list[ast.expr]] = {
        alias: [] for alias, imported in known.imports.items() if imported.dotted in trees.MOVED
    }
    for node, dotted in known.paths.items():
        if dotted in trees.MOVED:
            out.setdefault(_import_of(facts, node) or node, []).append(node)
    found = []
    for place, behind in out.items():
        if isinstance(place, ast.alias):
            dotted = known.imports[place].dotted
        else:
            dotted = known.paths[place]
        if dotted not in known.patched:
            new = trees.successor(dotted, _oldest(facts))
            found.append(MovedTree(place, dotted, tuple(behind), new))
    return found


def _oldest(facts: Facts) -> tuple[int, ...] | None:
    """The oldest JAX that the file runs on, as far as the project or the file itself says."""
    if facts.min_jax is None and any(name.startswith("jax.tree.") for name in mentioned(facts)):
        return trees.JAX_TREE
    return facts.min_jax


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


def stays(facts: Facts, alias: ast.alias) -> bool:
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
