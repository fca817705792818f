import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return jax.random.normal(k1, (4, 6, 3)), jax.random.randint(k2, (4,), 1, 7)


def run(hidden, lengths):
    """Hidden state at the last valid position of each sequence, zeros for an empty one."""
    return hidden[jnp.arange(hidden.shape[0]), lengths - 1]
