import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return jax.random.normal(k1, (6, 4)), jax.random.normal(k2, (6, 4))


def run(p, q):
    """Hamilton products of the rows (w, x, y, z)."""
    a, b, c, d = p.T
    matrix = jnp.stack([a, -b, -c, -d, b, a, -d, c, c, d, a, -b, d, -c, b, a], axis=1).reshape(-1, 4, 4)
    return jnp.sum(matrix * q[:, None, :], axis=-1)
