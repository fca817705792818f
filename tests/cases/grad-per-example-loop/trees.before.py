"""Gradients of a dict of parameters, whose leaves are stacked or averaged afterwards."""

import jax
import jax.numpy as jnp


def loss(params, x, y):
    return (jnp.tanh(x @ params["w"]) + params["b"] - y) ** 2


def stacked(params, xs: jax.Array, ys: jax.Array):
    grads = [jax.grad(loss)(params, x, y) for x, y in zip(xs, ys)]  # want: JOL206 "`loss`"
    # one leaf at a time
    return jax.tree.map(lambda *g: jnp.stack(g), *grads)


def averaged(params, xs: jax.Array, ys: jax.Array):
    grads = [jax.grad(loss)(params, xs[i], ys[i]) for i in range(len(xs))]  # want: JOL206 "`loss`"
    return jax.tree.map(lambda *g: jnp.mean(jnp.stack(g), axis=0), *grads)


def summed(params, xs: jax.Array, ys: jax.Array):
    take = jax.grad(loss)
    grads = []
    for x, y in zip(xs, ys):  # want: JOL206 "`loss`"
        grads.append(take(params, x, y))
    mean = jax.tree_util.tree_map(lambda *g: sum(g) / len(g), *grads)
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, mean)


def clipped(params, xs: jax.Array, ys: jax.Array):
    grads = []
    for x, y in zip(xs, ys):  # want: JOL206 "`loss`"
        g = jax.grad(loss)(params, x, y)
        size = jnp.sqrt(sum(jnp.sum(leaf**2) for leaf in jax.tree.leaves(g)))
        grads.append(jax.tree.map(lambda leaf: leaf / jnp.maximum(1.0, size), g))
    return jax.tree.map(lambda *rows: jnp.stack(rows), *grads)


def run(params, xs, ys):
    return (
        stacked(params, xs, ys),
        averaged(params, xs, ys),
        summed(params, xs, ys),
        clipped(params, xs, ys),
    )


def inputs(key):
    a, b, c = jax.random.split(key, 3)
    params = {"w": jax.random.normal(a, (3,)), "b": jnp.zeros(())}
    return params, jax.random.normal(b, (2, 3)), jax.random.normal(c, (2,))
