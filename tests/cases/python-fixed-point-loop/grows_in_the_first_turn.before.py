# not executed: no codemod writes it
"""What starts as one number, or along another axis, is an array after the first turn."""

import jax
import jax.numpy as jnp


@jax.jit
def from_zero(field: jax.Array):
    x = 0.0
    for _ in range(40):  # want: JOL203 "updates `x`"
        x = 0.5 * x + jnp.sin(field)
    return x


@jax.jit
def from_one_of_float32(field: jax.Array):
    x: jax.Array = jnp.float32(1.0)
    for _ in range(40):  # want: JOL203 "updates `x`"
        x = 0.5 * (x + field / x)
    return x


@jax.jit
def in_pairs(field: jax.Array):
    x, y = 0.0, 1.0
    for _ in range(40):  # want: JOL203 "updates `x`"
        x, y = 0.5 * y + field, jnp.tanh(x)
    return x, y


@jax.jit
def outer_product(x: jax.Array, weights: jax.Array):
    for _ in range(40):  # want: JOL203 "updates `x`"
        x = x[:, None] * weights
    return x
