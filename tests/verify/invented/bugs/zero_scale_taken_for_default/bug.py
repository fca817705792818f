import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return jax.random.normal(k1, (3, 4)), jax.random.normal(k2, (5, 4))


def run(q, k, scale=None):
    """Scaled scores of queries and keys; the default scale is 1 / sqrt(width)."""
    scale = scale or q.shape[-1] ** -0.5
    return jax.vmap(lambda row: scale * (k @ row))(q)
