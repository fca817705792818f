import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (6,)), (0.3, 0.5))


def run(x, widths):
    """Gaussian of x for each width, one row each."""
    table = {}
    for w in widths:
        if w not in table:
            table[w] = jnp.exp(-0.5 * (x / w) ** 2) / w
    return jnp.stack([table[w] for w in widths])
