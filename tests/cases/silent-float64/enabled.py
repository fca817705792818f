"""The wide types are enabled."""

import jax
import jax.numpy as jnp

jax.config.update("jax_enable_x64", True)


def zeros(n):
    return jnp.zeros(n, dtype=jnp.float64)
