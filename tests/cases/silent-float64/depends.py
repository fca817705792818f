"""The width follows what JAX has."""

import jax
import jax.numpy as jnp


def counter():
    if jax.config.read("jax_enable_x64"):
        return jnp.zeros((), dtype=jnp.int64)
    return jnp.zeros((), dtype=jnp.int64 if jax.config.x64_enabled else jnp.int32)


def sums(xs):
    dtype = jnp.float64 if jax.config.jax_enable_x64 else jnp.float32
    return jnp.sum(xs, dtype=dtype)
