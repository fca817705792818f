"""Stacked comprehensions and sums: over an index, and over the arrays themselves."""

import jax
import jax.numpy as jnp


def distance(point, centres):
    return jnp.min(jnp.sum((centres - point) ** 2, axis=-1))


def loss(w, x, y):
    return jnp.mean((x @ w - y) ** 2)


def nearest(points: jax.Array, centres):
    return jax.vmap(lambda p: distance(p, centres))(points)


def indexed(w, xs, ys):
    rows = jax.vmap(lambda x, y: loss(w, x, y))(xs, ys)
    return rows.max()


def columns(xs, w):
    return jax.vmap(lambda x: jnp.tanh(x * w), in_axes=1, out_axes=1)(xs)


def total(w, xs: jax.Array, ys: jax.Array):
    return jnp.sum(jax.vmap(lambda x, y: loss(w, x, y))(xs, ys)) / len(xs)


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
