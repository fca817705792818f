"""Constants of NumPy, types, functions that are made but not run, and what runs later."""

import jax
import jax.numpy as jnp
import numpy as np

SCALE = np.array([0.5, 0.25])
WIDE = jnp.float32
EPSILON = jnp.finfo(jnp.float32).eps
PI = 2 * jnp.pi
step = jax.jit(lambda x: jnp.ones(3) * x)


class Config:
    dtype = jnp.bfloat16

    def zeros(self, n=3, key=None):
        return jnp.zeros(n), jax.devices(), key


def made():
    return jnp.asarray(SCALE)
