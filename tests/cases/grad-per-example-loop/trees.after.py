"""Gradients of a dict of parameters, whose leaves are stacked or averaged afterwards."""

import jax
import jax.numpy as jnp


def loss(params, x, y):
    return (jnp.tanh(x @ params["w"]) + params["b"] - y) ** 2


def stacked(params, xs: jax.Array, ys: jax.Array):
    grads = jax.vmap(jax.grad(loss), in_axes=(None, 0, 0))(params, xs, ys)
    # one leaf at a time
    return grads


def averaged(params, xs: jax.Array, ys: jax.Array):
    grads = jax.vmap(jax.grad(loss), in_axes=(None, 0, 0))(params, xs, ys)
    return jax.tree.map(lambda g: jnp.mean(g, axis=0), grads)


def summed(params, xs: jax.Array, ys: jax.Array):
    take = jax.grad(loss)

    def one(x, y):
        return take(params, x, y)

    mean = jax.tree_util.tree_map(lambda g: jnp.sum(g, axis=0) / len(g), jax.vmap(one)(xs, ys))
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, mean)


def clipped(params, xs: jax.Array, ys: jax.Array):
    def one(x, y):
        g = jax.grad(loss)(params, x, y)
        size = jnp.sqrt(sum(jnp.sum(leaf**2) for leaf in jax.tree.leaves(g)))
        return jax.tree.map(lambda leaf: leaf / jnp.maximum(1.0, size), g)

    return jax.vmap(one)(xs, ys)


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
