"""The wider type is taken where it is switched on."""

import jax
import jax.numpy as jnp


def init(shape):
    dtype = jnp.float64 if jax.config.jax_enable_x64 else jnp.float32
    return {"mean": jnp.zeros(shape, dtype=dtype), "var": jnp.ones(shape, dtype=dtype)}
