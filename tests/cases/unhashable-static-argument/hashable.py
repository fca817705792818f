from functools import partial

import jax
import jax.numpy as jnp
import numpy as np


@partial(jax.jit, static_argnames=("axes", "n", "dtype"))
def total(x, axes=(), n=3, dtype=None):
    return jnp.sum(x, axis=axes, dtype=dtype) * n


@jax.jit
def traced(x, rows):
    return x + rows[0]


class Engine:
    def micro_step(self, parts, count):
        return parts[0] * count

    def __init__(self):
        self.step = jax.jit(self.micro_step, static_argnums=(1,))

    def run(self, x):
        return self.step([x, x], 3)


def with_bound(table, x):
    return x * table[0]


bound = jax.jit(partial(with_bound, [1.0, 2.0]))


def use(x):
    rows = [0, 1]
    rows = tuple(rows)
    total(x, axes=rows, n=np.int32(3), dtype=jnp.float32)
    total([1.0, 2.0], axes=(0,))
    return traced(x, [1.0]), bound(x), Engine().run(x)
