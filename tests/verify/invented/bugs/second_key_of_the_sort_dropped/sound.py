import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return (jax.random.uniform(a, (9,)), jax.random.uniform(b, (9,)))


def run(day, price):
    """Trades by day, and those of one day by price."""
    out = jax.lax.sort((day, price), num_keys=2)
    return out[0], out[1]
