"""Sharding in three modes, as written for a JAX whose meshes were automatic by default."""

import jax
import jax.numpy as jnp
from jax.experimental.shard_map import shard_map  # want: JOL604
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((4, 2), ("X", "Y"))  # want: JOL704


def matmul_square(a, w):
    return jnp.einsum("bd,df->bf", jnp.square(a), w)  # want: JOL609


def automatic():
    a = jax.device_put(jnp.ones((8, 64)), jax.sharding.NamedSharding(mesh, P("X", "Y")))
    w = jax.device_put(jnp.ones((64, 32)), jax.sharding.NamedSharding(mesh, P("Y", None)))
    return jax.jit(matmul_square)(a, w)


def shard_mean(x):
    return jax.lax.pmean(x[:4], axis_name=("X", "Y"))


manual = shard_map(shard_mean, mesh, in_specs=P(("X", "Y")), out_specs=P(), check_rep=False)


def main():
    return {"automatic": automatic(), "manual": manual(jnp.arange(64.0))}
