"""Where a file reads something of JAX, under its full dotted name, and where it imports it."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.jax.put_there import put_there
from jaxopt_lint.semantics.jax.shims import in_shim
from jaxopt_lint.semantics.python import root_name


@dataclass(frozen=True, slots=True, eq=False)
class Imported:
    """One name that an import statement binds to something of JAX.

    Attributes:
        alias: the name within its statement.
        statement: the statement.
        dotted: what is imported; for `import jax.a.b` all of it.
        local: the name that the file knows it by.
        read: whether anything in the file reads that name.
    """

    alias: ast.alias
    statement: ast.Import | ast.ImportFrom
    dotted: str
    local: str
    read: bool

    @property
    def node(self) -> ast.alias:
        """The name within its statement."""
        return self.alias


@dataclass(frozen=True, slots=True, eq=False)
class Uses:
    """What one file reads of JAX.

    Attributes:
        paths: every longest dotted path (`jax.tree_util.tree_map`, or a name bound by an import)
            with what it resolves to; shims are left out.
        imports: every import of something of JAX, shims left out.
        patched: names that the project assigns to (`jax.tree_map = ...`, `setattr(jax, "tree_map",
            ...)`): they exist here.
    """

    paths: Mapping[ast.expr, str]
    imports: Mapping[ast.alias, Imported]
    patched: frozenset[str]


# `try: import jax` is there for machines without JAX: the name means what it always means.
_WHOLE = {"jax", "jax.numpy", "jax.lax", "jax.nn", "jax.random", "jax.sharding", "jax.experimental"}


@fact
def uses(facts: Facts) -> Uses:
    """Everything that a file imports and reads of JAX."""
    module, names = facts.module, facts.names
    paths: dict[ast.expr, str] = {}
    stored = facts.project.stored | put_there(facts)
    patched = {name for name in stored if name.startswith("jax.")}
    roots = _imported_names(facts)
    shims = _shimmed(facts)
    read: set[str] = set()
    for node in module.all(ast.Attribute):
        if isinstance(module.parent[node], ast.Attribute):
            continue
        root, dotted = root_name(node), names.of(node) or ""
        of_jax = dotted.startswith("jax.")
        # `tree = jax.tree_util` and then `tree.tree_map`: a name that stands for a module.
        if not root or not (of_jax or root in roots):
            continue
        read.add(root)
        if not of_jax:
            continue
        if not isinstance(node.ctx, ast.Load):
            patched.add(dotted)
        elif root not in shims and not in_shim(facts, node):
            paths[node] = dotted
    for name in module.all(ast.Name):
        within = isinstance(module.parent[name], ast.Attribute)
        if name.id not in roots or not isinstance(name.ctx, ast.Load) or within:
            continue
        read.add(name.id)
        dotted = names.of(name) or ""
        if not dotted.startswith("jax.") or name.id in shims or in_shim(facts, name):
            continue
        if all(b.kind == "import" for b in names.binding(name)):
            paths[name] = dotted
    return Uses(paths, dict(_imports(facts, read | exported_names(facts))), frozenset(patched))


def _imports(facts: Facts, read: set[str]) -> list[tuple[ast.alias, Imported]]:
    out: list[tuple[ast.alias, Imported]] = []
    module = facts.module
    for node in module.all(ast.Import, ast.ImportFrom):
        if isinstance(node, ast.ImportFrom):
            base = module.import_target(node.module, node.level)
        else:
            base = ""
        found = []
        for alias in node.names:
            dotted = f"{base}.{alias.name}" if base else alias.name
            if dotted.startswith("jax.") or dotted == "jax":
                local = alias.asname or alias.name.split(".")[0]
                found.append((alias, Imported(alias, node, dotted, local, local in read)))
        if found and not in_shim(facts, node):
            out += found
    return out


def _imported_names(facts: Facts) -> set[str]:
    """Local names that some import of the file binds; those of other modules may lead to JAX."""
    return {
        name
        for scope in facts.module.scopes.values()
        for name, bindings in scope.bindings.items()
        if any(b.kind == "import" for b in bindings)
    }


def _shimmed(facts: Facts) -> set[str]:
    """Names of things of JAX that some shim imports: what they are depends on the version."""
    out: set[str] = set()
    for node in facts.module.all(ast.Import, ast.ImportFrom):
        module = getattr(node, "module", None) or ""
        if isinstance(facts.module.parent[node], ast.Module):
            continue
        if in_shim(facts, node):
            out |= {
                alias.asname or alias.name.split(".")[0]
                for alias in node.names
                if f"{module}.{alias.name}".strip(".") not in _WHOLE
            }
    return out


def exported_names(facts: Facts) -> set[str]:
    """The names in `__all__`: a reader that stands elsewhere."""
    out: set[str] = set()
    for binding in facts.module.top.bindings.get("__all__", ()):
        if isinstance(binding.value, (ast.List, ast.Tuple)):
            out |= {e.value for e in binding.value.elts
                    if isinstance(e, ast.Constant) and isinstance(e.value, str)}  # fmt: skip
    return out


def longest(
    node: ast.expr, dotted: str, table: Mapping[str, object]
) -> tuple[ast.expr, str] | None:
    """The longest prefix of a dotted path that a table knows, with the node that spells it."""
    while dotted not in table:
        if not isinstance(node, ast.Attribute):
            return None
        node = node.value
        dotted = dotted.rpartition(".")[0]
    return node, dotted
