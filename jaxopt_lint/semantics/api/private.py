"""Public names of things that people reach for in private modules of JAX."""

from __future__ import annotations

Version = tuple[int, ...]

# Private and public name of one object; the tests hold that they are the same.
PUBLIC = {
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
    "jax._src.ad_util.stop_gradient_p": "jax.extend.core.primitives.stop_gradient_p",
    "jax._src.basearray.ArrayLike": "jax.typing.ArrayLike",
    "jax._src.core.closed_call_p": "jax.extend.core.primitives.closed_call_p",
    "jax._src.core.concrete_or_error": "jax.extend.core.concrete_or_error",
    "jax._src.core.jaxpr_as_fun": "jax.extend.core.jaxpr_as_fun",
    "jax._src.flatten_util.ravel_pytree": "jax.flatten_util.ravel_pytree",
    "jax._src.nn.functions.glu": "jax.nn.glu",
    "jax._src.pjit.auto_axes": "jax.sharding.auto_axes",
    "jax._src.random.split": "jax.random.split",
    "jax._src.random.uniform": "jax.random.uniform",
    "jax._src.scipy.special.gammaln": "jax.scipy.special.gammaln",
}
# The first release seen to have a public name, where that is a recent one.
SINCE: dict[str, Version] = {
    "jax.extend.core.concrete_or_error": (0, 10, 0),
    "jax.extend.core.primitives": (0, 4, 36),
    "jax.extend.core": (0, 4, 27),
    "jax.sharding.AbstractMesh": (0, 5, 3),
    "jax.sharding.AxisType": (0, 5, 3),
    "jax.sharding.auto_axes": (0, 7, 0),
    "jax.sharding.get_abstract_mesh": (0, 5, 3),
    "jax.typing.DTypeLike": (0, 5, 3),
}


def since(public: str) -> Version:
    """The first release that surely has a public name."""
    for name, release in SINCE.items():
        if public == name or public.startswith(name + "."):
            return release
    return (0, 4, 0)
