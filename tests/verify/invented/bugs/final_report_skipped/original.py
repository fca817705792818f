import jax
import jax.numpy as jnp


def inputs(key):
    return jax.random.normal(key, (6, 4)), 3


def run(rows, every):
    """Total of the row counts above zero; reports every `every` rows and at the end."""
    total = 0
    for i, row in enumerate(rows, 1):
        total += int(jnp.sum(row > 0))
        if i % every == 0 or i == len(rows):
            print(f"{i}: {total}")
    return total
