import jax
import jax.numpy as jnp


def inputs(key):
    return jax.random.normal(key, (6, 4)), 3


def run(rows, every):
    """Total of the row counts above zero; reports every `every` rows and at the end."""
    totals = jnp.cumsum(jnp.sum(rows > 0, axis=1)).tolist()
    for i, total in enumerate(totals, 1):
        if i % every == 0 or i == len(totals):
            print(f"{i}: {total}")
    return totals[-1] if totals else 0
