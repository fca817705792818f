import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return (jnp.cumsum(jax.random.uniform(k1, (20,), minval=0.1)), jax.random.normal(k2, (20,)))


def run(x, y):
    """Bearing of each leg of a track, in radians."""
    return jnp.arctan(jnp.diff(y) / jnp.diff(x))
