"""Shapes, functions and powers that change with the turn."""

import jax
import jax.numpy as jnp
from jax.scipy.linalg import block_diag


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


@jax.jit
def product_of_pairs(coefficients: jax.Array):
    product = jnp.ones((1,))
    for i in range(32):
        product = jnp.convolve(product, jnp.array([coefficients[i], 1.0]))
    return product


@jax.jit
def diagonal_of_blocks(block: jax.Array):
    whole = block
    for _ in range(24):
        whole = block_diag(whole, block)
    return whole


@jax.jit
def traced_out(density: jax.Array, count: int):
    for _ in range(count - 1):
        density = jnp.trace(density, axis1=2, axis2=3)
    return density
