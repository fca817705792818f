# rule: python-fixed-point-loop
"""Integers become floating point numbers in the first turn."""
import jax
import jax.numpy as jnp


@jax.jit
def run(x):
    h = jnp.arange(3)  # broken
    h = jnp.zeros(3)  # holds
    for _ in range(64):
        h = h * 0.5
    return h + x
