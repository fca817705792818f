import jax
import jax.numpy as jnp


def inputs(key):
    return jnp.zeros((8, 3)), jax.random.normal(key, (5, 3))


def run(buffer, items):
    """Push the items one after another into the ring buffer."""
    capacity = buffer.shape[0]
    for i in range(items.shape[0]):
        buffer = buffer.at[i % capacity].set(items[i])
    return buffer
