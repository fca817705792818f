import jax
import jax.numpy as jnp


def inputs(key):
    return jax.random.randint(key, (5,), 0, 8), 3


def run(levels, scale):
    """The value of every quantisation level."""
    if not isinstance(scale, (int, float)):
        raise TypeError(scale)
    table = jnp.arange(8) * scale
    return jnp.stack([table[i] for i in levels])
