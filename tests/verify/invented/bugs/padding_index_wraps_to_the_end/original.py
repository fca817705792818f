import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return jnp.zeros((10,)), jax.random.permutation(a, 10)[:5], jax.random.normal(b, (5,))


def run(memory, slots, values):
    """Writes the values into their slots; slot -1 is padding."""
    for slot, value in zip(slots.tolist(), values):
        if 0 <= slot < memory.shape[0]:
            memory = memory.at[slot].set(value)
    return memory
