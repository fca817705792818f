"""Pairs of rows: into a buffer, into lists of lists, in comprehensions, added up."""

import jax
import jax.numpy as jnp


def closeness(a, b):
    return jnp.exp(-jnp.sum((a - b) ** 2))


def buffer(xs: jax.Array, ys: jax.Array):
    n, m = xs.shape[0], ys.shape[0]
    # all pairs

    def one(x, y):
        # one pair
        d = x - y
        return jnp.sqrt(jnp.sum(d**2))  # A

    out = jax.vmap(jax.vmap(one, in_axes=(None, 0)), in_axes=(0, None))(xs, ys).astype(xs.dtype)
    return out


def corner(xs: jax.Array, ys: jax.Array, n):
    out = jnp.ones((20, 20))

    def one(x, y):
        return closeness(x, y)

    out_rows = jax.vmap(jax.vmap(one, in_axes=(None, 0)), in_axes=(0, None))(
        xs[:n], ys
    )
    out = out.at[:n, :ys.shape[0]].set(out_rows)
    return out


def apart(xs: jax.Array, ys: jax.Array):
    n, m = xs.shape[0], ys.shape[0]

    def one(x, y):
        return closeness(x, y)

    out = jax.vmap(jax.vmap(one, in_axes=(None, 0)), in_axes=(0, None))(xs, ys).astype(float)
    return out


def lists(xs: jax.Array, ys: jax.Array):
    def one(x, y):
        return closeness(x, y)

    rows = jax.vmap(jax.vmap(one, in_axes=(None, 0)), in_axes=(0, None))(xs, ys)
    return rows


@jax.jit
def both_axes(images: jax.Array, weights: jax.Array):
    h, w = images.shape[0], images.shape[1]

    def one(image):
        return jnp.dot(image, weights)

    out = jax.vmap(jax.vmap(one))(images).astype(float)
    return out


def comprehension(xs: jax.Array, ys: jax.Array):
    table = jax.vmap(jax.vmap(closeness, in_axes=(None, 0)), in_axes=(0, None))(
        xs, ys
    )
    return table


def stacked(xs: jax.Array, ys: jax.Array):
    return jax.vmap(jax.vmap(closeness, in_axes=(None, 0)), in_axes=(0, None))(
        xs, ys
    )


def energy(xs: jax.Array, ys: jax.Array):
    total = 0.0

    def one(x, y):
        return jnp.linalg.norm(x - y)

    total = total + jnp.sum(jax.vmap(jax.vmap(one, in_axes=(None, 0)), in_axes=(0, None))(xs, ys))
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
