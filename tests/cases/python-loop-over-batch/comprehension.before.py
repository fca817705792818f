"""Stacked comprehensions and sums: over an index, and over the arrays themselves."""

import jax
import jax.numpy as jnp


def distance(point, centres):
    return jnp.min(jnp.sum((centres - point) ** 2, axis=-1))


def loss(w, x, y):
    return jnp.mean((x @ w - y) ** 2)


def nearest(points: jax.Array, centres):
    return jnp.stack([distance(p, centres) for p in points])  # want: JOL201 "`jnp.stack"


def indexed(w, xs, ys):
    rows = jnp.array([loss(w, xs[i], ys[i]) for i in range(len(xs))])  # want: JOL201
    return rows.max()


def columns(xs, w):
    return jnp.stack([jnp.tanh(xs[:, j] * w) for j in range(xs.shape[1])], axis=1)  # want: JOL201


def total(w, xs: jax.Array, ys: jax.Array):
    return sum(loss(w, x, y) for x, y in zip(xs, ys)) / len(xs)  # want: JOL201 "`sum"


def run(points, centres, w, ys):
    return (
        nearest(points, centres),
        indexed(w, points, ys),
        columns(points, ys),
        total(w, points, ys),
    )


def inputs(key):
    k1, k2, k3, k4 = jax.random.split(key, 4)
    points = jax.random.normal(k1, (2, 3))
    centres = jax.random.normal(k2, (4, 3))
    return points, centres, jax.random.normal(k3, (3,)), jax.random.normal(k4, (2,))
