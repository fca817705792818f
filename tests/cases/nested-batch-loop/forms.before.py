"""Pairs of rows: into a buffer, into lists of lists, in comprehensions, added up."""

import jax
import jax.numpy as jnp


def closeness(a, b):
    return jnp.exp(-jnp.sum((a - b) ** 2))


def buffer(xs: jax.Array, ys: jax.Array):
    n, m = xs.shape[0], ys.shape[0]
    # all pairs
    out = jnp.zeros((n, m), dtype=xs.dtype)
    for i in range(n):  # want: JOL205 "`out` is computed by 2 nested loops"
        for j in range(m):
            # one pair
            d = xs[i] - ys[j]
            out = out.at[i, j].set(jnp.sqrt(jnp.sum(d**2)))  # A
    return out


def corner(xs: jax.Array, ys: jax.Array, n):
    out = jnp.ones((20, 20))
    for i in range(n):  # want: JOL205 "`out`"
        for j in range(ys.shape[0]):
            out = out.at[i, j].set(closeness(xs[i], ys[j]))
    return out


def apart(xs: jax.Array, ys: jax.Array):
    n, m = xs.shape[0], ys.shape[0]
    out = jnp.zeros((n, m))
    for i in range(n):  # want: JOL205 "`out`"
        for j in range(m):
            out = out.at[i, j].set(closeness(xs[i], ys[j]))
    return out


def lists(xs: jax.Array, ys: jax.Array):
    rows = []
    for x in xs:  # want: JOL205 "`rows`"
        row = []
        for y in ys:
            row.append(closeness(x, y))
        rows.append(jnp.stack(row))
    return jnp.stack(rows)


@jax.jit
def both_axes(images: jax.Array, weights: jax.Array):
    h, w = images.shape[0], images.shape[1]
    out = jnp.zeros((h, w))
    for i in range(h):  # want: JOL205 "traced and compiled once for each"
        for j in range(w):
            out = out.at[i, j].set(jnp.dot(images[i, j], weights))
    return out


def comprehension(xs: jax.Array, ys: jax.Array):
    table = jnp.array([[closeness(x, y) for y in ys] for x in xs])  # want: JOL205 "`jnp.array"
    return table


def stacked(xs: jax.Array, ys: jax.Array):
    return jnp.stack([jnp.stack([closeness(x, y) for y in ys]) for x in xs])  # want: JOL205 "nest"


def energy(xs: jax.Array, ys: jax.Array):
    total = 0.0
    for i in range(xs.shape[0]):  # want: JOL205 "`total`"
        for j in range(ys.shape[0]):
            total += jnp.linalg.norm(xs[i] - ys[j])
    return total


def run(xs, ys):
    return (
        buffer(xs, ys),
        corner(xs, ys, 2),
        apart(xs, ys),
        lists(xs, ys),
        both_axes(xs[:, None] + ys[None], xs[0]),
        comprehension(xs, ys),
        stacked(xs, ys),
        energy(xs, ys),
    )


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (3, 4)), jax.random.normal(b, (2, 4))
