import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return jax.random.normal(k1, (3,)), jax.random.normal(k2, (5, 3))


def run(start, drift):
    """Positions of a walker that moves by half of each drift."""

    def move(x, d):
        x = x + 0.5 * d
        return x, x

    return jax.lax.scan(move, start, drift)[1]
