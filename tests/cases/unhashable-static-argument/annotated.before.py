# not executed: the originals raise
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np


@partial(jax.jit, static_argnums=(1,))
def nearest(
    points: jnp.ndarray,
    centers: jnp.array,  # want: JOL106 "`centers` is annotated as an array"
    k: int = 3,
):
    distance = jnp.sum((points[centers][:, None] - points[None]) ** 2, axis=-1)
    return jnp.argsort(distance, axis=-1)[:, :k]


def weigh(x: jax.Array, *, table: np.ndarray):  # want: JOL106 "`table`"
    return x * table


fast = jax.jit(weigh, static_argnames="table")


class Filter:
    def run(self, x: jax.Array, taps: np.ndarray):  # want: JOL106 "`taps`"
        return jnp.convolve(x, taps)

    def __init__(self):
        self.fast = jax.jit(self.run, static_argnums=1)
