import functools

import jax
import jax.numpy as jnp


def model(size, x):
    return jnp.zeros(size) + x


def other(x, *, size):
    return jnp.zeros(size) + x


step = jax.jit(functools.partial(model, 3))
other_step = jax.jit(functools.partial(other, size=4))
