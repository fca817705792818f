"""Nothing is trained, and somebody keeps the old values, or nobody is seen to repeat the step."""

import jax
import jax.numpy as jnp


@jax.jit
def diffuse(grid):
    return grid + 0.1 * (jnp.roll(grid, 1) - grid)


@jax.jit
def push(buffer, item):
    return buffer.at[0].set(item)


@jax.jit
def smooth(grid):
    return grid + 0.5 * jnp.roll(grid, 1)


@jax.jit
def count(total, key):
    key, sub = jax.random.split(key)
    return total + 1, key


def converge(grid):
    change = 1.0
    while change > 0.1:
        new = diffuse(grid)
        change = jnp.max(jnp.abs(new - grid))
        grid = new
    return grid


def history(buffer, items):
    kept = []
    for item in items:
        kept.append(buffer)
        buffer = push(buffer, item)
    return kept


def once(grid):
    grid = smooth(grid)
    return grid


def numbers(n, key):
    total = 0
    for _ in range(n):
        total, key = count(total, key)
    return total
