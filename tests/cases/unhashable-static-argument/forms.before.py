# not executed: the originals raise
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np


@partial(jax.jit, static_argnames=("axes", "options"))
def total(x, axes, options=None):
    return jnp.sum(x, axis=tuple(axes))


class Model:
    @partial(jax.jit, static_argnums=(0, 2))
    def apply(self, x, sizes):
        return x[: sizes[0]]


def scaled(x, table):
    return x * table[0]


fast = jax.jit(scaled, static_argnums=1)


def use(x, rows):
    shape = [1, 2]
    total(x, [0, 1])  # want: JOL106 "the static parameter `axes` is given a list"
    total(x, axes=shape)  # want: JOL106
    total(x, axes=(0,), options={"a": 1})  # want: JOL106 "a dict"
    fast(x, jnp.array([1.0]))  # want: JOL106 "an array"
    fast(x, np.zeros(3))  # want: JOL106
    return total(x, axes=list(rows))  # want: JOL106


class User(Model):
    def both(self, x):
        return self.apply(x, [3])  # want: JOL106
