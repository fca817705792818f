import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (1, 32)), 4)


def run(x, heads):
    """Split the features of (time, heads * d) in heads: (heads, time, d)."""
    return jnp.stack(jnp.split(x, heads, axis=1))
