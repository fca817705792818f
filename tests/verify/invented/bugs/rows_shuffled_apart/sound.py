import jax
import jax.numpy as jnp


def inputs(key):
    return (key, jax.random.normal(key, (8, 1)))


def run(key, table):
    """Sum of products of neighbours within each row after a shuffle of the rows."""
    table = table[jax.random.permutation(key, table.shape[0])]
    return jnp.sort(jnp.prod(table, axis=1))
