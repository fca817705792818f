"""Under a trace a turn of many operations takes long to compile, though turns may be few."""

import jax
import jax.numpy as jnp


def mixed(x, mask):
    x = jnp.where(mask, x, 0.0)
    for _ in range(9):
        x = jnp.tanh(jnp.sin(x) * jnp.cos(x) + jnp.exp(-x * x))
    return jnp.sum(x) / jnp.maximum(jnp.sum(mask), 1.0)


def scores(x, groups, count):
    found = []
    for group in range(count):  # want: JOL201 (warning)
        first = mixed(x, groups == group)
        second = mixed(x[::-1], groups == group)
        third = mixed(first + x, groups != group)
        found.append(first + second + third + mixed(third + x, groups == group))
    return jnp.stack(found)


def sums(x, groups, count):
    found = []
    for group in range(count):  # want: JOL201 (info)
        inside = jnp.where(groups == group, jnp.sin(x) * jnp.cos(x), 0.0)
        total = jnp.sum(inside)
        found.append(total / jnp.maximum(jnp.max(jnp.abs(inside)), 1.0))
    return jnp.stack(found)


scored = jax.jit(scores, static_argnums=2)
summed = jax.jit(sums, static_argnums=2)
