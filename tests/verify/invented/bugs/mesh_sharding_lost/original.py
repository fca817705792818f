import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P


def inputs(key):
    return (jax.random.normal(key, (8, 2)),)


def run(x):
    """Standardised batch, placed on the data mesh."""
    mesh = Mesh(np.array(jax.devices()[:1]), ("data",))
    y = (x - x.mean(0)) / (x.std(0) + 1e-6)
    return jax.device_put(y, NamedSharding(mesh, P("data")))
