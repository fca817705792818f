import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (10, 3)), jax.random.randint(b, (4, 5), 0, 10)


def run(table, ids):
    """Embedding look-up; ids beyond the table use its last row."""
    return jax.lax.map(lambda row: table[row], ids)
