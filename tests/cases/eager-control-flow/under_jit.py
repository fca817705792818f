"""The gradient is compiled, or the function that the scan repeats is the same each time."""

import jax
import jax.numpy as jnp


def integral(w, grid):
    def add(total, k):
        return total + jnp.sin(w * k).sum(), None

    return jax.lax.scan(add, jnp.zeros(()), grid)[0]


@jax.jit
def slope(w, grid):
    return jax.grad(integral)(w, grid)


def slopes(ws, grid):
    return [float(slope(w, grid)) for w in ws]


def halved(total, k):
    return 0.5 * total + k, None


def smoothed(w, grid):
    return jax.lax.scan(halved, w, grid)[0]


def all_smoothed(ws, grid):
    return [float(jax.grad(smoothed)(w, grid)) for w in ws]
