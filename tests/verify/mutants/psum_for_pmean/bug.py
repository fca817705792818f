"""Rewrite with a bug: psum of gradients instead of pmean.

Caught by: value, f64
"""

import jax
from jax.sharding import PartitionSpec as P


def loss(w, x):
    return ((x @ w) ** 2).mean()


def local(w, x):
    grads = jax.lax.psum(jax.grad(loss)(w, x[0]), "d")
    return w - 0.1 * grads


mesh = jax.make_mesh((8,), ("d",), axis_types=(jax.sharding.AxisType.Auto,))
mapped = jax.jit(
    jax.shard_map(local, mesh=mesh, in_specs=(P(), P("d")), out_specs=P(), check_vma=False)
)


def f(w, x):
    return jax.device_get(mapped(w, x))
