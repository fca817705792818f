"""One gradient step on a quadratic, for use in line searches.

``run(params, target, lr)`` returns params - lr * grad of
0.5 * sum((params - target)**2).  The caller keeps ``params`` and calls again
with other learning rates from the same point.
"""
import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, donate_argnums=0)
def run(params, target, lr=0.1):
    return params - lr * (params - target)


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (8,)), jax.random.normal(b, (8,)), 0.1
