# not executed: no codemod writes it
"""Turns that alternate: what to do is said, and left to the reader."""

import jax
import jax.numpy as jnp


@jax.jit
def alternating(x: jax.Array):
    for i in range(40):  # want: JOL203 "updates `x`"
        if i % 2 == 0:
            x = x / jnp.sum(x, axis=0)
        else:
            x = x / jnp.sum(x, axis=1)
    return x
