"""The loop asks the device whether to go on."""

import jax
import jax.numpy as jnp


@jax.jit
def step(tokens, t):
    return tokens + 1, tokens.sum() > t


def decode(tokens: jax.Array, table: jax.Array):
    for t in range(128):
        tokens, stop = step(tokens, table[t])
        if jax.device_get(stop):
            break
    return tokens
