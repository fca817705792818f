import jax
import jax.numpy as jnp


def inputs(key):
    return jax.random.normal(key, (9,)), 4


def run(scores, k):
    """The k largest scores in falling order (all of them if there are fewer)."""
    return jax.lax.top_k(scores, k)[0]
