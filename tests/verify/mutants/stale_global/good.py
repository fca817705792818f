"""Sound rewrite: a hoisted jit keeps the value that a global had."""

import jax

scale = 1.0
scaled = jax.jit(lambda x, scale: x * scale)


def f(x):
    global scale
    scale = scale + 1.0
    return scaled(x, scale)
