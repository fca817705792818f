import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.uniform(key, (50,)),)


def run(values):
    """Sum with Neumaier's compensation."""
    total = jnp.zeros((), values.dtype)
    lost = jnp.zeros((), values.dtype)
    for v in values:
        new = total + v
        lost = lost + jnp.where(jnp.abs(total) >= jnp.abs(v), (total - new) + v, (v - new) + total)
        total = new
    return total + lost
