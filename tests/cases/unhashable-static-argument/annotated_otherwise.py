"""Static parameters that are no arrays by what they are said to be, and arrays that are traced."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np


@partial(jax.jit, static_argnums=(1, 2))
def nearest(points: jax.Array, k: int, sizes: tuple[int, ...], table: np.ndarray | None = None):
    return jnp.argsort(points)[:k], sizes, table


@partial(jax.jit, static_argnames=("scale", "axes"))
def scaled(x: jnp.ndarray, scale: "Scale", axes: list | tuple = ()):
    return x * scale.value, axes


def bound(table: np.ndarray, x: jax.Array):
    return x * table


fast = jax.jit(partial(bound, np.ones(3)), donate_argnums=0)


class Filter:
    @partial(jax.jit, static_argnums=0)
    def run(self, x: jax.Array, taps: np.ndarray):
        return jnp.convolve(x, taps)
