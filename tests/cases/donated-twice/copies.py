"""Copies, arrays that are not donated, and names that are bound anew in between."""

from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, donate_argnames=("params", "ema"))
def step(params, ema, x):
    return jax.tree.map(lambda p: p - x, params), jax.tree.map(lambda e: 0.9 * e, ema)


@jax.jit
def mix(a, b):
    return a + b


@partial(jax.jit, donate_argnums=0)
def shifted(a, b, c):
    return a + b * c


def fit(params, batches):
    ema = jax.tree.map(jnp.copy, params)
    for x in batches:
        params, ema = step(params, ema, x)
    return params, ema


def scaled(params, batches):
    ema = jax.tree.map(lambda p: 0.5 * p, params)
    for x in batches:
        params, ema = step(params, ema, x)
    return params, ema


def renewed(params, make, x):
    ema = params
    params = make()
    return step(params, ema, x)


def several(x, y):
    two = 2.0
    return mix(x, x), shifted(x, y, y), shifted(y, two, two)


@partial(jax.jit, donate_argnums=(0, 1), static_argnames="axis")
def joined(a, b, axis=0):
    return jax.tree.map(lambda x, y: jnp.concatenate([x, y], axis=axis), a, b)


def of_another_shape(rows):
    """No result has the shape of what is donated, so that nothing is given away."""
    return joined(rows, rows, axis=1)
