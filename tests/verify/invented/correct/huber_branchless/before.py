"""Mean Huber loss of r (delta > 0): r^2/2 for |r| <= delta, else delta (|r| - delta/2).
"""
import jax
import jax.numpy as jnp


def run(r, delta=1.0):
    a = jnp.abs(r)
    return jnp.mean(jnp.where(a <= delta, 0.5 * r * r, delta * (a - 0.5 * delta)))


def inputs(key):
    return 2.0 * jax.random.normal(key, (9,)), 1.0
