import jax
import jax.numpy as jnp


def inputs(key):
    return jax.random.normal(key, (4,)), [0.5]


def run(x, scales):
    """Sum of tanh(s * x) over the scales."""
    branches = [lambda v, s=s: jnp.tanh(s * v) for s in scales]
    out = jnp.zeros_like(x)
    for b in branches:
        out = out + b(x)
    return out
