"""Exploration noise that shrinks with every call.

The module counts its calls.  The n-th call of ``run(x)`` (n = 1, 2, ...)
returns x + 1 / n elementwise.
"""
import jax
import jax.numpy as jnp


_calls = 0


def run(x):
    global _calls
    _calls += 1
    return x + 1.0 / _calls


def inputs(key):
    return (jax.random.normal(key, (3,)),)
