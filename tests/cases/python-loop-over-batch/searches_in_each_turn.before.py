# not executed: only what is said of the loops is looked at
"""Loops that write one place on each turn, beside a search of many steps, and beside little."""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def step(x):
    return x - 0.1 * jnp.sin(x)


def search(x, steps):
    for _ in range(steps):
        x = step(x)
    return x


def restarted(size, steps):
    found = jnp.zeros((20, size))
    for i in range(20):  # want: JOL201 (info) "copies the whole of `found`"
        start = jnp.array(np.random.random(size))
        found = found.at[i, :].set(jnp.ravel(search(start, steps)))
    return found
