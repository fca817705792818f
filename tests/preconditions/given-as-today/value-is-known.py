# rule: changed-behavior
import jax
import jax.numpy as jnp


def masked(key, x, done):
    total = jnp.sum(x, where=1.0 - done)  # holds
    keys = jax.random.split(key, 3)  # broken
    total = jax.random.normal(keys, (3,))  # broken
    return total
