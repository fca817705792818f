"""Makes meshes with `jax.make_mesh`, which knows the hardware."""

from __future__ import annotations

from jaxopt_lint.codemod import Codemod
from jaxopt_lint.patterns.hand_built_mesh import Handmade
from jaxopt_lint.semantics.python import layout


class MakeMesh(Codemod[Handmade]):
    """Make the mesh with `jax.make_mesh`."""

    def rewrite(self, made: Handmade) -> None:
        self.needs((0, 5, 3), "`make_mesh` takes no axis types in JAX {}")
        node, count = made.node, len(made.names.elts)
        kind = f"{self.spelled('jax.sharding.AxisType', node)}.Auto"
        types = ", ".join([kind] * count)
        sizes = ", ".join(map(self.code, made.shape))
        names = ", ".join(map(self.code, made.names.elts))
        parts = [f"({sizes})", f"({names})", f"axis_types=({types})"]
        text = layout.call(self.spelled("jax.make_mesh", node), parts, used=node.col_offset)
        self.replace(node, layout.continued(text, self.module, node))
