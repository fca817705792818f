"""Windows, few turns, what the loop itself changes, and arrays of the host."""

import jax.numpy as jnp
import numpy as np


def windows(x, n):
    return jnp.stack([jnp.sum(x[i : i + 8]) for i in range(n)])


def a_few(x):
    return jnp.stack([jnp.prod(x[: i + 1]) for i in range(3)])


def on_the_host(x, n):
    return jnp.array([np.prod(x[: i + 1]) for i in range(n)])


def recurrence(x, n):
    # Each entry is made of those before it, which the loop has written.
    for i in range(1, n):
        x = x.at[i].set(jnp.sum(x[:i]) / 2)
    return x


def rows(table, lengths):
    # Where each row ends is data.
    return jnp.stack([jnp.sum(table[:end]) for end in lengths])


def along_another_axis(x, n):
    return jnp.stack([jnp.sum(x[: i + 1], axis=1).mean() for i in range(n)])


def once(x, n):
    return jnp.prod(x[: n + 1])
