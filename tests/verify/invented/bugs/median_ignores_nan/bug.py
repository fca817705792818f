import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (5, 7)),)


def run(rows):
    """Median of each row."""
    n = rows.shape[1]
    ordered = jnp.sort(rows, axis=1)
    return 0.5 * (ordered[:, (n - 1) // 2] + ordered[:, n // 2])
