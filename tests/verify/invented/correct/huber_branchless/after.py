"""Mean Huber loss of r (delta > 0): r^2/2 for |r| <= delta, else delta (|r| - delta/2).
"""
import jax
import jax.numpy as jnp


@jax.jit
def run(r, delta=1.0):
    c = jnp.clip(r, -delta, delta)
    return jnp.mean(c * (r - 0.5 * c))


def inputs(key):
    return 2.0 * jax.random.normal(key, (9,)), 1.0
