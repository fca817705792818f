"""Imports from modules of JAX that are nobody else's business."""

from __future__ import annotations

import ast

from jaxopt_lint.rule import Rule
from jaxopt_lint.semantics.uses import uses

# The public name of things that people reach for in private modules; each was seen to be the
# same object.
_PUBLIC = {
    "jax._src.random.PRNGKey": "jax.random.PRNGKey",
    "jax._src.mesh.Mesh": "jax.sharding.Mesh",
    "jax._src.mesh.AbstractMesh": "jax.sharding.AbstractMesh",
    "jax._src.mesh.AxisType": "jax.sharding.AxisType",
    "jax._src.mesh.get_abstract_mesh": "jax.sharding.get_abstract_mesh",
    "jax._src.partition_spec.PartitionSpec": "jax.sharding.PartitionSpec",
    "jax._src.named_sharding.NamedSharding": "jax.sharding.NamedSharding",
    "jax._src.sharding_impls.NamedSharding": "jax.sharding.NamedSharding",
    "jax._src.sharding.Sharding": "jax.sharding.Sharding",
    "jax._src.tree_util.DictKey": "jax.tree_util.DictKey",
    "jax._src.tree_util.SequenceKey": "jax.tree_util.SequenceKey",
    "jax._src.tree_util.GetAttrKey": "jax.tree_util.GetAttrKey",
    "jax._src.tree_util.FlattenedIndexKey": "jax.tree_util.FlattenedIndexKey",
    "jax._src.typing.ArrayLike": "jax.typing.ArrayLike",
    "jax._src.typing.Array": "jax.Array",
    "jax._src.typing.DTypeLike": "jax.typing.DTypeLike",
    "jax._src.core.Tracer": "jax.core.Tracer",
    "jax._src.core.ShapedArray": "jax.core.ShapedArray",
    "jax._src.core.Primitive": "jax.extend.core.Primitive",
    "jax._src.core.Jaxpr": "jax.extend.core.Jaxpr",
    "jax._src.core.ClosedJaxpr": "jax.extend.core.ClosedJaxpr",
    "jax._src.core.Literal": "jax.extend.core.Literal",
    "jax._src.core.Var": "jax.extend.core.Var",
    "jax._src.ad_checkpoint.checkpoint": "jax.checkpoint",
    "jax._src.api.jit": "jax.jit",
    "jax._src.api.vmap": "jax.vmap",
    "jax._src.lax.lax.DotDimensionNumbers": "jax.lax.DotDimensionNumbers",
    "jax._src.config.config": "jax.config",
}


class PrivateApi(Rule):
    """Something is imported from a private module of JAX.

    ## Why is this bad?
    `jax._src` has no stability promise: names in it move or vanish in any release, without a
    warning before. Much of what is imported from there has a public name.

    ## Example
    ```python
    from jax._src.mesh import Mesh


    def make(devices):
        return Mesh(devices, ("data",))
    ```

    ## When to keep it
    Where there is no public way, pinned to the JAX releases that the code was tested with.
    """

    code = "JOL705"
    summary = "Something is imported from a private module of JAX"
    words = ("_src",)

    def visit_Import(self, node: ast.Import) -> None:
        self._look(node)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        self._look(node)

    def _look(self, node: ast.Import | ast.ImportFrom) -> None:
        if self.facts.module.name.split(".")[0] in ("jax", "jaxlib"):
            return
        for alias in node.names:
            imported = uses(self.facts).imports.get(alias)
            if imported is None or not imported.dotted.startswith("jax._src"):
                continue
            public = _PUBLIC.get(imported.dotted, "")
            self.report(
                alias,
                f"`{imported.dotted}` is private: any release of JAX may move or drop it",
                help=f"use `{public}`" if public else "",
            )
