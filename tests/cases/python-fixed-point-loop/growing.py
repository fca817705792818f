"""Shapes, functions and powers that change with the turn."""

import jax
import jax.numpy as jnp


@jax.jit
def doubled(x: jax.Array):
    for _ in range(20):
        x = jnp.concatenate([x, x])
    return x


@jax.jit
def refined(h, x: jax.Array):
    for i in range(20):
        h = h + jnp.sum(jnp.linspace(0.0, x, 2**i))
    return h


@jax.jit
def reduced(x: jax.Array):
    while x.ndim > 2:
        x = jnp.trace(x, axis1=-2, axis2=-1)
    return x


@jax.jit
def over_dimensions(x: jax.Array):
    for _ in range(x.ndim):
        x = jnp.tanh(x @ x)
    return x
