import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.uniform(key, (50,)),)


def run(values):
    """Sum with Neumaier's compensation."""

    def add(carry, v):
        total, lost = carry
        new = total + v
        rest = jnp.where(jnp.abs(total) >= jnp.abs(v), (total - new) + v, (v - new) + total)
        return (new, lost + rest), None

    zero = jnp.zeros((), values.dtype)
    (total, lost), _ = jax.lax.scan(add, (zero, zero), values)
    return total + lost
