"""A counter that is traced, or given as an array, compiles once."""
from functools import partial

import equinox as eqx
import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames=("n",))
def update(params, step, n):
    return params / (1 + step) + n


def train(params, steps, n):
    for step in range(steps):
        params = update(params, step, n)
    return params


@eqx.filter_jit
def move(x, slot):
    return x + slot


def run(x, n):
    for slot in range(n):
        x = move(x, jnp.asarray(slot))
    return x
