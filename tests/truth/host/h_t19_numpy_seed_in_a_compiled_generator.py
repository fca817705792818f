"""The seed is drawn by NumPy within a compiled function: drawn once, while tracing."""

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import PartitionSpec as P

SIZE = (4, 8)


def make_data():
    key = jax.random.PRNGKey(np.random.randint(0, 256))  # want: JOL801
    first, second = jax.random.split(key)
    left = jax.random.normal(first, shape=SIZE, dtype=jnp.bfloat16)
    right = jax.random.normal(second, shape=SIZE[::-1], dtype=jnp.bfloat16)
    return left, right


def data_function(mesh):
    sharding = jax.sharding.NamedSharding(mesh, P("x", None))
    return jax.jit(make_data, out_shardings=(sharding, sharding))
