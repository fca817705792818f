import jax
import jax.numpy as jnp


def inputs(key):
    return (key, 1, 6)


def run(key, low, high):
    """A thousand rolls of a die with faces low..high, both included (Python ints)."""
    return jax.random.randint(key, (1000,), low, high + 1)
