import math

import jax
import jax.numpy as jnp
from jax.sharding import Mesh, PartitionSpec as P
import numpy as np


def inputs(key):
    k = jax.random.split(key)
    return jax.random.normal(k[0], (3,)), jax.random.normal(k[1], (8, 3)), jnp.arange(8.0)


def _error(w, x, y):
    return jax.lax.psum(jnp.sum((x @ w - y) ** 2), "data")


@jax.jit
def run(w, x, y):
    """Squared error of the batch plus the weight penalty."""
    mesh = Mesh(np.array(jax.devices()[:math.gcd(jax.device_count(), x.shape[0])]), ("data",))
    specs = (P(), P("data"), P("data"))
    return jax.shard_map(_error, mesh=mesh, in_specs=specs, out_specs=P())(w, x, y) + 0.1 * jnp.sum(w * w)
