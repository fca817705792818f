"""Buffers that are filled row by row: whole, in part, along the second axis."""

import jax
import jax.numpy as jnp


def normalised(x):
    out = jnp.zeros(x.shape)
    for i in range(x.shape[0]):  # want: JOL201 "`out`"
        row = x[i] - jnp.mean(x[i])
        out = out.at[i].set(row / jnp.sqrt(jnp.sum(row**2) + 1e-6))
    return out


def scores(y_true, y_score):
    n_classes = y_true.shape[1]
    score = jnp.zeros((n_classes,), dtype=jnp.float32)
    for c in range(n_classes):  # want: JOL201 "`score`"
        score = score.at[c].set(jnp.sum(y_true[:, c] * y_score[:, c]))
    return score


def padded(x):
    n = x.shape[0]
    out = jnp.ones((n + 2, 3))
    for i in range(n):  # want: JOL201 "`out`"
        out = out.at[i].set(jnp.cumsum(x[i]))
    return out


def turned(x):
    out = jnp.zeros((x.shape[1], x.shape[0]))
    for i in range(x.shape[0]):  # want: JOL201 "`out`"
        out = out.at[:, i].set(jnp.exp(x[i]))
    return out


def run(x, y):
    return normalised(x), scores(x, y), padded(x), turned(x)


def inputs(key):
    k1, k2 = jax.random.split(key)
    return jax.random.normal(k1, (4, 3)), jax.random.normal(k2, (4, 3))
