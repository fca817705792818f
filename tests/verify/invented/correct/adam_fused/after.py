import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (6,)), jnp.zeros((6,)), jnp.zeros((6,)), jax.random.normal(b, (6,)), 3


@jax.jit
def _upd(p, m, v, g, c1, c2):
    m = 0.9 * m + 0.1 * g
    v = 0.999 * v + 0.001 * jnp.square(g)
    return p - 1e-2 * (m / c1) / (jnp.sqrt(v / c2) + 1e-8), m, v


def run(p, m, v, g, t):
    """t >= 1"""
    return _upd(p, m, v, g, 1 - 0.9 ** t, 1 - 0.999 ** t)
