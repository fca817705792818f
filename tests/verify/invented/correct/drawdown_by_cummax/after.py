import jax
import jax.numpy as jnp


def inputs(key):
    return (jnp.exp(jnp.cumsum(0.1 * jax.random.normal(key, (50,)))),)


def run(price):
    """Greatest relative fall from an earlier peak (not differentiated)."""
    peak = jax.lax.cummax(price)
    return jnp.max(1 - price / peak)
