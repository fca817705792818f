"""Static arguments and closed-over numbers are there at trace time."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np


@partial(jax.jit, static_argnames=("width", "rate"))
def window(x, width, rate):
    return x[: int(width)] * float(rate) * np.exp(rate)


def make(scale):
    @jax.jit
    def scaled(x):
        return x * np.sqrt(scale) * float(scale)

    return scaled


def step(config, x):
    return x * np.sqrt(config.width) + jnp.ones(int(config.width))


fast_step = jax.jit(step, static_argnums=0)
