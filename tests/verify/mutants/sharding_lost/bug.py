"""Rewrite with a bug: a sharded result becomes a replicated one.

Caught by: sharding
"""

import jax
from jax.sharding import PartitionSpec as P


def f(x):
    mesh = jax.make_mesh((8,), ("d",), axis_types=(jax.sharding.AxisType.Auto,))
    sharding = jax.sharding.NamedSharding(mesh, P())
    return jax.jit(lambda x: x * 2, out_shardings=sharding)(x)
