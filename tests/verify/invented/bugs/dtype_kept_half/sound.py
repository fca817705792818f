"""Tanh approximation of GELU.

``run(x)`` returns 0.5 * x * (1 + tanh(sqrt(2/pi) * (x + 0.044715 x^3))).
The result has the dtype of x (float32, bfloat16 or float16).
"""
import jax
import jax.numpy as jnp
import numpy as np


_C = float(np.sqrt(2.0 / np.pi))


@jax.jit
def run(x):
    return 0.5 * x * (1.0 + jnp.tanh(_C * x * (1.0 + 0.044715 * x * x)))


def inputs(key):
    return (jax.random.normal(key, (3, 4)),)
