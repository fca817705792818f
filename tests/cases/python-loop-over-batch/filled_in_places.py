"""A few places of a larger array, places that depend on the items, and values that JAX computes."""

import jax
import jax.numpy as jnp


def some_places(marks, width):
    line = jnp.zeros(width)
    for i, mark in enumerate(marks):
        line = line.at[i].set(mark.height)
    return line


def chosen(marks, size):
    line = jnp.zeros(len(marks))
    for i, mark in enumerate(marks):
        line = line.at[mark.place].set(mark.height)
    return line


def computed(models, x):
    scores = jnp.zeros(len(models))
    for i, model in enumerate(models):
        scores = scores.at[i].set(model(x))
    return scores


def running(steps):
    total = jnp.zeros(len(steps))
    for i, step in enumerate(steps):
        total = total.at[i].set(total[i - 1] + step)
    return total


@jax.jit
def three(x):
    out = jnp.zeros(3)
    for i, scale in enumerate((1.0, 2.0, 3.0)):
        out = out.at[i].set(scale)
    return x * out
