import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return (jnp.zeros(6), jax.random.randint(a, (9,), 0, 6), jax.random.normal(b, (9,)))


def run(table, slots, values):
    """Adds values to their slots."""
    return table.at[slots].add(values, unique_indices=True)
