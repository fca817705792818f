# devices: 8
"""A mesh that a function of the file makes."""

import jax
import numpy as np
from jax.sharding import Mesh, PartitionSpec as P

table = np.arange(128, dtype=np.float32).reshape(16, 8)


def grid(name) -> Mesh:
    return Mesh(np.array(jax.devices()), (name,))


@jax.jit
def step(a):
    return jax.lax.with_sharding_constraint(a * 2, P("x"))


rows = grid("x")
with jax.set_mesh(rows):
    doubled = step(table)


def inputs(key):
    return (jax.random.normal(key, (16, 8)),)


def run(x):
    return x + doubled
