import jax
import jax.numpy as jnp


def inputs(key):
    return jax.random.normal(key, (9, 3)), jnp.arange(9) % 2 == 1


@jax.jit
def run(rows, marked):
    """Sum of the first four marked rows."""
    where = jnp.nonzero(marked, size=4, fill_value=rows.shape[0])[0]
    return jnp.sum(rows.at[where].get(mode="fill", fill_value=0), axis=0, dtype=rows.dtype)
