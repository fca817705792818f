"""Gradients that loops take and that need no compilation: of a few operations, compiled ones, and
those of loops that a caller may trace."""

import jax
import jax.numpy as jnp
from tqdm import trange


def bowl(x):
    return jnp.sum(x**2)


def descend(x, move):
    for _ in trange(100):
        x = move(x, jax.grad(bowl)(x))
    return x


def long(x):
    for _ in range(50):
        x = jnp.sin(x) + 0.1 * x
    return jnp.sum(x)


compiled = jax.jit(jax.grad(long))


def descend_compiled(x, move):
    for _ in trange(100):
        x = move(x, compiled(x))
    return x


def inner(x, steps, move):
    for _ in range(steps):
        x = move(x, jax.grad(long)(x))
    return x
