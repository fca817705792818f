import jax
import jax.numpy as jnp


def inputs(key):
    return "loss", jax.random.normal(key, (4, 4))


def run(name, values):
    """Print and return the number of positive entries of a named metric."""
    count = 0
    for row in values:
        count += int((row > 0).sum())
    print(name + ": " + str(count))
    return count
