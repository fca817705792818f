"""Masks of the shape of their arrays; run without compilation, where both forms work."""

import jax
import jax.numpy as jnp


@jax.jit
def cleared(x):
    y = jnp.abs(x)
    # No small ones.
    z = jnp.where(y < 0.1, 0.0, y)
    raised = jnp.where(z > 1, z + (-0.5), z)
    return jnp.where(x < 0, jnp.maximum(raised, 0.25), raised)


@jax.jit
def sums(x):
    low = x <= 0.5
    total = jnp.sum(x, where=low)
    both = (x + 1).mean(where=low)
    return total, both, x.sum(where=~low), jnp.any(x, where=x > 0)


def run(x):
    with jax.disable_jit():
        return cleared(x), sums(x)


def inputs(key):
    return (jax.random.normal(key, (4,)),)
