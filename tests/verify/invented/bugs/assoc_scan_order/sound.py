"""Linear recurrence h_t = a_t * h_{t-1} + b_t with h_{-1} = 0.

``run(a, b)`` with a and b of shape (T, D) returns all h_t, elementwise in D.
"""
import jax
import jax.numpy as jnp


def _combine(left, right):
    a1, b1 = left
    a2, b2 = right
    return a1 * a2, a2 * b1 + b2


@jax.jit
def run(a, b):
    return jax.lax.associative_scan(_combine, (a, b))[1]


def inputs(key):
    k1, k2 = jax.random.split(key)
    return jax.random.uniform(k1, (7, 2)), jax.random.normal(k2, (7, 2))
