"""Measured: a number that only meets Python numbers keeps its type, and compiles once."""
import jax
import jax.numpy as jnp


@jax.jit
def step(params, count, rate, x):
    return params + rate * x, count + 1, rate * 0.9


def train(params, xs):
    count = 0
    rate = 0.1
    for x in xs:
        params, count, rate = step(params, count, rate, x)
    return params, count


@jax.jit
def flip(flag, x):
    return jnp.logical_not(flag), x * 2


def flags(x, n):
    flag = True
    for _ in range(n):
        flag, x = flip(flag, x)
    return flag, x


@jax.jit
def relu(level):
    return jnp.maximum(level, 0.0)


def levels(n):
    level = 1.0
    for _ in range(n):
        level = relu(level)
    return level
