import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (6,)), (0.3, 0.5))


def run(x, widths):
    """Gaussian of x for each width, one row each."""
    return jnp.stack([jnp.exp(-0.5 * (x / w) ** 2) / w for w in widths])
