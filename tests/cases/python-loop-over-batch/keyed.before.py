"""The counter is needed besides the rows: a key folded in for each of them, a shifted row."""

import jax
import jax.numpy as jnp


def noisy(key, xs):
    ys = []
    for i in range(xs.shape[0]):  # want: JOL201 "`ys`"
        k = jax.random.fold_in(key, i)
        noise = jax.random.normal(k, xs[i].shape)
        ys.append(xs[i] + noise - xs[i - 1])
    ys = jnp.stack(ys)
    return ys


def split(key, xs):
    keys = jax.random.split(key, xs.shape[0])
    ys = []
    for k, x in zip(keys, xs, strict=True):  # want: JOL201 "`ys`"
        ys.append(x * jax.random.uniform(k))
    total = len(ys)
    return jnp.asarray(ys) / total


def run(xs):
    key = jax.random.key(3)
    return noisy(key, xs), split(key, xs + jnp.zeros((3, 2)))


def inputs(key):
    return (jax.random.normal(key, (3, 2)),)
