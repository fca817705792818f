"""The width that JAX has is asked, under names of all kinds."""

import jax
import jax.numpy as jnp

WIDE = jax.config.jax_enable_x64
NUMBER = jnp.float64 if WIDE else jnp.float32


def zeros(x):
    if x.dtype == jnp.float64:
        return jnp.zeros(3, jnp.float64)
    return jnp.zeros(3, jnp.float64 if jax.config.read("jax_enable_x64") else jnp.float32)
