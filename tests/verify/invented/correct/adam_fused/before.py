import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (6,)), jnp.zeros((6,)), jnp.zeros((6,)), jax.random.normal(b, (6,)), 3


def run(p, m, v, g, t):
    """t >= 1"""
    m = 0.9 * m + 0.1 * g
    v = 0.999 * v + 0.001 * g * g
    mh = m / (1 - 0.9 ** t)
    vh = v / (1 - 0.999 ** t)
    return p - 1e-2 * mh / (jnp.sqrt(vh) + 1e-8), m, v
