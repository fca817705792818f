"""Mean absolute error with checked arguments.

``run(pred, target)`` returns mean(|pred - target|) of two 1-D, non-empty arrays.  Raises
ValueError when the shapes differ; there is no broadcasting.
"""
import jax
import jax.numpy as jnp


def run(pred, target):
    if pred.shape != target.shape:
        raise ValueError(f"shapes differ: {pred.shape} and {target.shape}")
    total = 0.0
    for p, t in zip(pred, target):
        total = total + jnp.abs(p - t)
    return total / pred.shape[0]


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (5,)), jax.random.normal(b, (5,))
