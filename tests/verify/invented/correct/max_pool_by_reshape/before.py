import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (2, 8, 12, 3)),)


def run(x):
    """2x2 max pooling with stride 2 of (n, h, w, c); an odd last row or column is dropped."""
    h, w = x.shape[1] // 2 * 2, x.shape[2] // 2 * 2
    corners = [x[:, i:h:2, j:w:2] for i in range(2) for j in range(2)]
    return jnp.stack(corners).max(axis=0)
