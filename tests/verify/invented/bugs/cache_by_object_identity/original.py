import jax
import jax.numpy as jnp
import numpy as np


def inputs(key):
    return np.array(jax.random.normal(key, (4, 4))), jnp.ones((4,))


def run(a, b):
    """Least-norm solve with a NumPy matrix."""
    return jnp.asarray(np.linalg.pinv(a), jnp.float32) @ b
