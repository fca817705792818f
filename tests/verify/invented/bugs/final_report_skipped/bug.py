import jax
import jax.numpy as jnp


def inputs(key):
    return jax.random.normal(key, (6, 4)), 3


def run(rows, every):
    """Total of the row counts above zero; reports every `every` rows and at the end."""
    totals = jnp.cumsum(jnp.sum(rows > 0, axis=1)).tolist()
    for i in range(every, len(totals) + 1, every):
        print(f"{i}: {totals[i - 1]}")
    return totals[-1] if totals else 0
