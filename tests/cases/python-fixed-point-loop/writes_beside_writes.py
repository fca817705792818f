"""Each turn writes at its own places, and reads nothing of what was written before."""

import jax
import jax.numpy as jnp


def rotation(angle: jax.Array, count):
    a = jnp.eye(2 * count)
    for k in range(count):
        start = 2 * k
        a = a.at[start, start].set(jnp.cos(k * angle))
        a = a.at[start, start + 1].set(jnp.sin(k * angle))
    return a


def copied(rows: jax.Array, count):
    a = jnp.eye(2 * count)
    for k in range(count):
        a = a.at[2 * k, 2 * k].set(rows[k])
        a = a.at[2 * k + 1, 2 * k].set(-rows[k])
    return a
