# devices: 8
import jax
import numpy as np
from jax.sharding import Mesh, PartitionSpec as P

mesh = Mesh(np.array(jax.devices()), ("x",))
table = np.arange(128, dtype=np.float32).reshape(16, 8)


@jax.jit
def step(a):
    return jax.lax.with_sharding_constraint(a * 2, P("x"))


with jax.set_mesh(mesh):
    doubled = step(table)  # A
with Mesh(np.array(jax.devices()), ("x",)) as other:
    again = step(table + other.size)


def inputs(key):
    return (jax.random.normal(key, (16, 8)),)


def run(x):
    return x + doubled, x * again
