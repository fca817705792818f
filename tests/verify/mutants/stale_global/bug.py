"""Rewrite with a bug: a hoisted jit keeps the value that a global had.

Caught by: sequence
"""

import jax

scale = 1.0
scaled = jax.jit(lambda x: x * scale)


def f(x):
    global scale
    scale = scale + 1.0
    return scaled(x)
