import jax
import jax.numpy as jnp


def inputs(key):
    return jax.random.normal(key, (4,)), [0.5]


def run(x, scales):
    """Sum of tanh(s * x) over the scales."""
    out = jnp.zeros_like(x)
    for s in scales:
        out = out + jnp.tanh(s * x)
    return out
