"""Linear layer with a low-rank correction: x w + scale * x a b.
"""
import jax
import jax.numpy as jnp


@jax.jit
def run(x, w, a, b, scale=0.5):
    return x @ (w + scale * (a @ b))


def inputs(key):
    k = jax.random.split(key, 4)
    n = jax.random.normal
    return n(k[0], (3, 6)), n(k[1], (6, 5)), n(k[2], (6, 2)), n(k[3], (2, 5)), 0.5
