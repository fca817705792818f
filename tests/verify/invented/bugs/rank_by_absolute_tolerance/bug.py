import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (5, 4)),)


def run(a):
    """Numerical rank of a matrix of any scale."""
    s = jnp.linalg.svd(a, compute_uv=False)
    return jnp.sum(s > 1e-6)
