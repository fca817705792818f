from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames=("level",))
def static(x, level):
    return x * level


@jax.jit
def add(total, x):
    return total + jnp.mean(x)


@jax.jit
def inlined(xs):
    total = 0.0
    for x in xs:
        total = add(total, x)
    return total


def run(x, n):
    level = 0.0
    for _ in range(n):
        x = static(x, level)
        level = float(jnp.mean(x))
    return x
