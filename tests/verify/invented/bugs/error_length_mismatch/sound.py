"""Mean absolute error with checked arguments.

``run(pred, target)`` returns mean(|pred - target|) of two 1-D, non-empty arrays.  Raises
ValueError when the shapes differ; there is no broadcasting.
"""
import jax
import jax.numpy as jnp


@jax.jit
def run(pred, target):
    if pred.shape != target.shape:
        raise ValueError(f"shapes differ: {pred.shape} and {target.shape}")
    return jnp.mean(jnp.abs(pred - target))


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (5,)), jax.random.normal(b, (5,))
