"""Branches on values, on containers of counters, or on what a turn makes of its counter."""

import jax
import jax.numpy as jnp


@jax.jit
def looked_up(x: jax.Array, special):
    for i in range(40):
        if i in (3, 5, 8):
            x = x / jnp.sum(x)
        x = jnp.tanh(x)
    return x


@jax.jit
def computed(x: jax.Array, table):
    for i in range(40):
        if table.get(i) == 2:
            x = x / jnp.sum(x)
        x = jnp.tanh(x)
    return x


@jax.jit
def few(x: jax.Array):
    for i in range(6):
        if i % 2 == 0:
            x = x / jnp.sum(x, axis=0)
        else:
            x = x / jnp.sum(x, axis=1)
    return x
