import jax
import jax.numpy as jnp

def inputs(key):
    k = jax.random.split(key, 2)
    return jax.random.normal(k[0], (10,)), jnp.full((10,), -1.0), jax.random.uniform(k[1], (10,))


def run(values, low, high):
    """Values limited by high first, then raised to low."""
    return jnp.clip(values, low, high)
