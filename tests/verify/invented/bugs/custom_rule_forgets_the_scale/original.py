import jax
import jax.numpy as jnp


def inputs(key):
    return jax.random.normal(key, (4, 6)), jnp.ones((6,))


def run(x, scale):
    """Root-mean-square norm of the rows of a matrix."""
    assert x.ndim == 2 and scale.shape == x.shape[1:]
    out = []
    for row in x:
        size = jnp.sqrt(jnp.mean(row * row) + 1e-6)
        out.append(scale * row / size)
    return jnp.stack(out)
