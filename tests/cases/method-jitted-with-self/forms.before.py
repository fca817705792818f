# not executed: the originals raise
from functools import partial

import jax
import jax.numpy as jnp


class Scaler:
    def __init__(self, factor):
        self.factor = factor

    @jax.jit  # want: JOL129 "`self` of `Scaler.scale`"
    def scale(self, x):
        return self.factor * x

    @partial(jax.jit, static_argnames="n")  # want: JOL129 "TypeError"
    def grown(self, x, n):
        return jnp.tile(self.scale(x), n)
