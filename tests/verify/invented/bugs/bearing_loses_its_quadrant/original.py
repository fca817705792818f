import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return (jnp.cumsum(jax.random.uniform(k1, (20,), minval=0.1)), jax.random.normal(k2, (20,)))


def run(x, y):
    """Bearing of each leg of a track, in radians."""
    legs = []
    for i in range(x.shape[0] - 1):
        legs.append(jnp.arctan2(y[i + 1] - y[i], x[i + 1] - x[i]))
    return jnp.stack(legs)
