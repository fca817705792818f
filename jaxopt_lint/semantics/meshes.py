"""Which mesh of devices is in force, or can be named, at a place in a file."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from jaxopt_lint.semantics.module import FUNCTIONS, Binding, Scope

if TYPE_CHECKING:
    from jaxopt_lint.semantics.facts import Facts

MESH_MAKERS = frozenset(
    {"jax.sharding.Mesh", "jax.make_mesh", "jax.experimental.maps.Mesh",
     "jax.interpreters.pxla.Mesh"}
)  # fmt: skip
SPECS = frozenset(
    {"jax.sharding.PartitionSpec", "jax.experimental.PartitionSpec",
     "jax.experimental.pjit.PartitionSpec", "jax.interpreters.pxla.PartitionSpec"}
)  # fmt: skip
SHARDINGS = frozenset(
    {"jax.sharding.NamedSharding", "jax.sharding.SingleDeviceSharding",
     "jax.sharding.MeshPspecSharding", "jax.experimental.pjit.NamedSharding"}
)  # fmt: skip


def makes_mesh(facts: Facts, value: ast.expr | None) -> bool:
    """Whether an expression makes a mesh of devices."""
    return facts.names.call(value) in MESH_MAKERS


def is_mesh(facts: Facts, node: ast.expr) -> bool:
    """Whether a name certainly stands for a mesh: made here, or annotated so."""
    if not isinstance(node, ast.Name):
        return False
    bindings = facts.names.binding(node)
    return len(bindings) == 1 and _is_mesh(facts, bindings[0])


def entered(facts: Facts, node: ast.AST) -> ast.expr | None:
    """An expression for the mesh of the innermost `with mesh:` around a node, where the function
    of the node enters it; None where there is none or it has no name."""
    here = facts.module.function(node)
    for around in facts.module.ancestors(node):
        if around is here:
            return None
        if not isinstance(around, (ast.With, ast.AsyncWith)):
            continue
        for item in around.items:
            if isinstance(item.context_expr, ast.Name) and is_mesh(facts, item.context_expr):
                return item.context_expr
            if makes_mesh(facts, item.context_expr) and isinstance(item.optional_vars, ast.Name):
                return item.optional_vars
    return None


def nameable(facts: Facts, node: ast.AST) -> str | None:
    """The one mesh that code can name at a node and that the file enters with `with`; else None.

    Only names that are bound before the node runs count: in front of it in the same block of
    statements, a parameter, or at the top of the file for code in a function.
    """
    inside = entered(facts, node)
    if inside is not None:
        assert isinstance(inside, ast.Name)
        return inside.id
    contexts = set(_contexts(facts))
    found: set[str] = set()
    scope: Scope | None = facts.module.scope.get(node)
    row = getattr(node, "lineno")
    first = True
    while scope is not None:
        for name, bindings in scope.bindings.items():
            if name not in contexts or len(bindings) != 1 or not _is_mesh(facts, bindings[0]):
                continue
            before = getattr(bindings[0].node, "lineno", 0) < row
            if before or not first:
                found.add(name)
        first = first and not isinstance(scope.node, FUNCTIONS)
        scope = scope.parent
    return found.pop() if len(found) == 1 else None


def is_spec(facts: Facts, node: ast.expr) -> bool:
    """Whether an expression is one `PartitionSpec`, written out or through a name."""
    if isinstance(node, ast.Name):
        bindings = facts.names.binding(node)
        if len(bindings) != 1 or bindings[0].value is None:
            return False
        return is_spec(facts, bindings[0].value)
    return facts.names.call(node) in SPECS


def is_sharding(facts: Facts, node: ast.expr) -> bool:
    """Whether an expression is one sharding with its mesh, written out or through a name."""
    if isinstance(node, ast.Name):
        bindings = facts.names.binding(node)
        if len(bindings) != 1 or bindings[0].value is None:
            return False
        return is_sharding(facts, bindings[0].value)
    return facts.names.call(node) in SHARDINGS


def _contexts(facts: Facts) -> Iterator[str]:
    for node in facts.module.all(ast.With, ast.AsyncWith):
        for item in node.items:  # type: ignore[attr-defined]
            if isinstance(item.context_expr, ast.Name):
                yield item.context_expr.id


def _is_mesh(facts: Facts, binding: Binding) -> bool:
    if binding.kind == "assign":
        return makes_mesh(facts, binding.value)
    if binding.kind == "param" and isinstance(binding.node, ast.arg):
        annotation = binding.node.annotation
        if annotation is not None:
            return facts.names.of(annotation) in MESH_MAKERS
        return binding.name == "mesh"
    if isinstance(binding.node, (ast.withitem, ast.With)):
        items = binding.node.items if isinstance(binding.node, ast.With) else [binding.node]
        return any(
            isinstance(i.optional_vars, ast.Name)
            and i.optional_vars.id == binding.name
            and makes_mesh(facts, i.context_expr)
            for i in items
        )
    return False
