import jax
import jax.numpy as jnp


def inputs(key):
    return jax.random.normal(key, (9, 3)), jnp.arange(9) % 2 == 1


@jax.jit
def run(rows, marked):
    """Sum of the first four marked rows."""
    where = jnp.nonzero(marked, size=4)[0]
    return jnp.sum(rows[where], axis=0, dtype=rows.dtype)
