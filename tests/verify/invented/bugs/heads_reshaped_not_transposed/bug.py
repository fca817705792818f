import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (1, 32)), 4)


def run(x, heads):
    """Split the features of (time, heads * d) in heads: (heads, time, d)."""
    time = x.shape[0]
    return x.reshape(heads, time, -1)
