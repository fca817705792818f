"""Data-parallel gradient of a mean loss.

``run(w, x, y, shards)`` returns the gradient of mean((x @ w - y)**2) over all N
examples; N is a multiple of ``shards``.
"""
import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, static_argnames="shards")
def run(w, x, y, shards=2):
    def local(xs, ys):
        g = jax.grad(lambda w: jnp.mean((xs @ w - ys) ** 2))(w)
        return jax.lax.pmean(g, "data")

    xs = x.reshape(shards, -1, x.shape[1])
    return jax.vmap(local, axis_name="data")(xs, y.reshape(shards, -1))[0]


def inputs(key):
    a, b, c = jax.random.split(key, 3)
    n = jax.random.normal
    return n(a, (3,)), n(b, (8, 3)), n(c, (8,)), 2
