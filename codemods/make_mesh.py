"""Makes meshes with `jax.make_mesh`, which knows the hardware."""

from __future__ import annotations

import ast

from jaxopt_lint.codemod import Codemod
from jaxopt_lint.finding import Promise
from jaxopt_lint.semantics.python import layout
from jaxopt_lint.semantics.subjects.devices.handmade import handmade


class MakeMesh(Codemod):
    """Make the mesh with `jax.make_mesh`."""

    promise = Promise.ASK

    def rewrite(self, node: ast.AST) -> None:
        made = handmade(self.facts, node) if isinstance(node, ast.Call) else None
        if made is None:
            self.refuse("this mesh is not reshaped from all devices")
        oldest = self.facts.oldest_jax
        if oldest < (0, 5, 3):
            self.refuse(f"`make_mesh` takes no axis types in JAX {'.'.join(map(str, oldest))}")
        assert isinstance(node, ast.Call)
        count = len(made.names.elts)
        kind = f"{self.spelled('jax.sharding.AxisType', node)}.Auto"
        types = ", ".join([kind] * count)
        sizes = ", ".join(map(self.code, made.shape))
        names = ", ".join(map(self.code, made.names.elts))
        parts = [f"({sizes})", f"({names})", f"axis_types=({types})"]
        text = layout.call(self.spelled("jax.make_mesh", node), parts, used=node.col_offset)
        self.replace(node, layout.continued(text, self.facts.module, node))

    def targets(self, qualname: str) -> list[ast.AST]:
        module = self.facts.module
        return [
            call
            for call in module.all(ast.Call)
            if module.qualname(call) == qualname and handmade(self.facts, call) is not None
        ]
