import jax
import jax.numpy as jnp


def inputs(key):
    return ((lambda a: a @ a.T)(jax.random.normal(key, (4, 4))),)


def run(a):
    """Eigenvalues of the symmetric part of a square matrix."""
    return jnp.linalg.eigh((a + a.T) / 2)[0]
