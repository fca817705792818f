"""What makes meshes, specs and shardings, and what takes or gives names of axes."""

from __future__ import annotations

MESH_MAKERS = frozenset(
    {"jax.sharding.Mesh", "jax.make_mesh", "jax.experimental.maps.Mesh",
     "jax.interpreters.pxla.Mesh"}
)  # fmt: skip
# What sets the mesh for `jax.jit` and `jax.shard_map`.
SETTERS = frozenset({"jax.set_mesh", "jax.sharding.use_mesh"})
SPECS = frozenset(
    {"jax.sharding.PartitionSpec", "jax.experimental.PartitionSpec",
     "jax.experimental.pjit.PartitionSpec", "jax.interpreters.pxla.PartitionSpec"}
)  # fmt: skip
SHARDINGS = frozenset(
    {"jax.sharding.NamedSharding", "jax.sharding.SingleDeviceSharding",
     "jax.sharding.MeshPspecSharding", "jax.experimental.pjit.NamedSharding"}
)  # fmt: skip
# Where each collective takes its axis name.
COLLECTIVES = {
    "jax.lax.psum": 1, "jax.lax.pmean": 1, "jax.lax.pmax": 1, "jax.lax.pmin": 1,
    "jax.lax.ppermute": 1, "jax.lax.pshuffle": 1, "jax.lax.pswapaxes": 1,
    "jax.lax.all_gather": 1, "jax.lax.all_to_all": 1, "jax.lax.psum_scatter": 1,
    "jax.lax.axis_index": 0, "jax.lax.axis_size": 0, "jax.lax.psend": 1, "jax.lax.precv": 2,
    "jax.lax.pcast": 1, "jax.lax.pvary": 1, "jax.lax.pbroadcast": 1,
}  # fmt: skip
AXIS_MAPS = frozenset(
    {"jax.pmap", "jax.vmap", "jax.smap", "flax.linen.vmap", "flax.nnx.vmap", "flax.nnx.pmap",
     "equinox.filter_vmap", "equinox.filter_pmap", "haiku.vmap"}
)  # fmt: skip
SHARD_MAPS = frozenset(
    {"jax.shard_map", "jax.experimental.shard_map.shard_map", "flax.nnx.shard_map"}
)
