"""Shapes that fit, are looked at first, come without an axis, or are not known."""

import jax
import jax.numpy as jnp


@jax.jit
def flat(x):
    rows, columns = x.shape
    return x.reshape(rows * columns)


@jax.vmap
def of_one(x):
    rows, columns = x.shape
    return x.sum() / rows / columns


def looked_at(x):
    if x.ndim == 3:
        return x.sum()
    rows, columns = x.shape
    return x / rows / columns


def anew(x):
    x = x.reshape(-1, 4)
    rows, columns = x.shape
    return rows * columns


def rest(x):
    rows, *others = x.shape
    return rows, others


def main(key, unknown):
    x = jax.random.normal(key, (4, 16, 32))
    return flat(x[0]), of_one(x), looked_at(x), anew(x), rest(x), flat(unknown), flat(jnp.ones((2, 3)))
