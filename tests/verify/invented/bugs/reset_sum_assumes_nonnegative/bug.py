import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return jax.random.randint(k1, (20,), 0, 9), jax.random.bernoulli(k2, 0.3, (20,))


def run(values, reset):
    """Running integer sum that starts again (before the value is added) where reset is set."""
    total = jnp.cumsum(values)
    before = jnp.where(reset, total - values, 0)
    return total - jax.lax.cummax(before)
