"""Arguments in their places, numbers that are not known, and dtypes."""

import jax
import jax.numpy as jnp
from jax import export
from jax.sharding import PartitionSpec as P

mesh = jax.make_mesh((jax.device_count(),), ("data",))
key = jax.random.key(0)
bounds = jax.random.uniform(key, (3,), minval=-1.0, maxval=1.0)
typed = jax.random.normal(key, (3,), jnp.bfloat16)
one = jax.random.normal(key)
chance = jax.random.bernoulli(key, 0.1, (3,))
k1, k2 = jax.random.split(key)
k3, *rest = jax.random.split(key, 5)
several = jax.random.split(key, 3)


def affine(w, x, b=0.0):
    return w @ x + b


def some(n):
    a, b = jax.random.split(key, n)
    return a, b


rows = jax.vmap(affine, in_axes=(None, 0))
print(rows(jnp.ones((2, 3)), jnp.ones((8, 3))))
every = jax.vmap(affine, in_axes=0)
sized = jax.vmap(affine, in_axes=(None, None), axis_size=3)
local = jax.shard_map(affine, mesh=mesh, in_specs=(P(), P("data")), out_specs=P("data"))
exported = export.export(jax.jit(affine))


@jax.jit
def compiled(x):
    return x


again = export.export(compiled)

# What is given by name is mapped over its first axis.
by_name = jax.vmap(affine, in_axes=(None,))
print(by_name(jnp.ones((2, 3)), x=jnp.ones((8, 3)), b=jnp.ones((8, 2))))


def with_names(xs, scales):
    each = jax.vmap(lambda x, scale=1.0: x * scale, in_axes=(0,))
    return each(xs, scale=scales), each(xs, scale=jnp.ones(3)), each(xs)
