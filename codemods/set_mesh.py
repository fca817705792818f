"""Enters meshes with `jax.set_mesh`."""

from __future__ import annotations

import ast

from jaxopt_lint.codemod import Codemod, Precondition
from jaxopt_lint.semantics.jax.api.pjit import PJIT
from jaxopt_lint.semantics.jax.tracing import tracing
from jaxopt_lint.semantics.subjects.versions.uses import uses

(_NOTHING_MADE,) = _PRECONDITIONS = (
    Precondition(
        "nothing-is-made-under-it",
        "No array is made under the mesh, where `jax.set_mesh` places it on all of its devices.",
    ),
)


_MAKERS = ("jax.numpy.", "jax.random.", "jax.device_put")


class SetMesh(Codemod[ast.expr]):
    """Enter the mesh with `jax.set_mesh`."""

    preconditions = _PRECONDITIONS

    def rewrite(self, node: ast.expr) -> None:
        self.needs((0, 7, 1), "JAX {} has no `jax.set_mesh`")
        item = self.module.parent[node]
        if isinstance(item, ast.withitem) and item.optional_vars is not None:
            self.refuse("the `with` gives the mesh a name, and `jax.set_mesh` gives nothing back")
        used = set(uses(self.facts).paths.values())
        if used & PJIT:
            self.refuse("`pjit` takes its mesh from the old context; move it to `jax.jit` first")
        if any("thread_resources" in dotted for dotted in used):
            self.refuse("the file reads the old context")
        if tracing(self.facts).staged(self.module.function(node)) is not None:
            self.refuse("a mesh cannot be set in a traced function")
        made = self._made(self.module.parent.get(item))
        if made is not None:
            self.lower(_NOTHING_MADE, f"`{self.code(made.func)}` makes one")
        function = self.spelled("jax.set_mesh", at=node)
        self.replace(node, f"{function}({self.code(node)})")

    def _made(self, block: ast.AST | None) -> ast.Call | None:
        """A call in a `with` block that makes an array."""
        for statement in getattr(block, "body", ()):
            for call in ast.walk(statement):
                if (self.facts.names.call(call) or "").startswith(_MAKERS):
                    return call  # type: ignore[return-value]
        return None
