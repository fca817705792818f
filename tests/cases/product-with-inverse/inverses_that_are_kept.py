"""Inverses that are returned, used twice or in a loop, of NumPy, or made for something else."""

import jax
import jax.numpy as jnp
import numpy as np


def returned(a):
    return jnp.linalg.inv(a)


def twice(a, b, c):
    inverse = jnp.linalg.inv(a)
    return inverse @ b, inverse @ c


def in_loop(a, rows):
    inverse = jnp.linalg.inv(a)
    out = []
    for row in rows:
        out.append(inverse @ row)
    return out


def captured(a, rows):
    inverse = jnp.linalg.inv(a)
    return jax.vmap(lambda row: inverse @ row)(rows)


def on_host(a, b):
    return np.linalg.inv(a) @ b


def scaled(a, b):
    return jnp.linalg.inv(a) * b, jnp.linalg.pinv(a) @ b
