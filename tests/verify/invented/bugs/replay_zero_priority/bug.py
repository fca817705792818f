"""Proportional prioritised sampling.

``run(priorities, u)``: with cumulative sums c_i of the non-negative
priorities (positive sum), u in [0, 1) picks the smallest i with c_i > u * c_last, so an item
of priority 0 is never picked.  ``u`` is a 1-D array; returns int32 indices.
"""
import jax
import jax.numpy as jnp


@jax.jit
def run(priorities, u):
    c = jnp.cumsum(priorities)
    return jnp.searchsorted(c, u * c[-1]).astype(jnp.int32)


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.uniform(a, (7,)), jax.random.uniform(b, (5,))
