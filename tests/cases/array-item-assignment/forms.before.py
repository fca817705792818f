# not executed: the originals raise
import jax
import jax.numpy as jnp
import numpy as np
from jax.numpy import zeros_like


@jax.jit
def relax(u, value):
    u = 0.25 * (jnp.roll(u, 1, 0) + jnp.roll(u, -1, 0))
    u[0, :] = value  # want: JOL709 "raises TypeError"
    return u


def causal_mask(n):
    mask = jnp.zeros((n, n))
    for i in range(n):
        mask[i, i + 1 :] = -jnp.inf  # want: JOL709 "`mask`"
    return mask


def counts(labels):
    found = zeros_like(labels)
    found = found.at[0].set(1)
    for label in labels:
        found[label] += 1  # want: JOL709
    del found[0]  # want: JOL709 "deleting"
    return found


@jax.jit
def padded(x):
    x[:, 0] = 0.0  # want: JOL709
    return x


class Buffer:
    def __init__(self, size):
        self.rows = jnp.zeros((size, 8))
        self.at = 0

    def push(self, row):
        self.rows[self.at] = row  # want: JOL709 "`self.rows`"
        self.at += 1


def swapped(x):
    out = jnp.asarray(x).reshape(-1)
    out[0], out[-1] = out[-1], out[0]  # want: JOL709 JOL709
    return np.asarray(out)


@jax.jit
def with_walls(field):
    new = field.at[1:-1].add(0.1 * (field[:-2] - field[2:]))
    new[0] = new[1]  # want: JOL709 "`new`"
    return new
