import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return jnp.zeros((10,)), jax.random.permutation(a, 10)[:5], jax.random.normal(b, (5,))


@jax.jit
def run(memory, slots, values):
    """Writes the values into their slots; slot -1 is padding."""
    size = memory.shape[0]

    def write(memory, pair):
        slot, value = pair
        slot = jnp.where(slot < 0, size, slot)
        return memory.at[slot].set(value, mode="drop"), None

    return jax.lax.scan(write, memory, (slots, values))[0]
