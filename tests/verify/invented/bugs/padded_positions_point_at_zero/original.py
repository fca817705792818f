import jax
import jax.numpy as jnp


def inputs(key):
    return jax.random.normal(key, (9, 3)), jnp.arange(9) % 2 == 1


def run(rows, marked):
    """Sum of the first four marked rows."""
    total, count = jnp.zeros(rows.shape[1:], rows.dtype), 0
    for row, m in zip(rows, marked.tolist()):
        if m and count < 4:
            total, count = total + row, count + 1
    return total
