import jax
import jax.numpy as jnp


def inputs(key):
    return jax.random.normal(key, (5, 3)), None


def run(rows, on_step):
    """Running sum over the rows; on_step(i, total) may raise to stop."""
    total = jnp.zeros(rows.shape[1])
    for i, row in enumerate(rows):
        total = total + row
        if on_step is not None:
            on_step(i, total)
    return total
