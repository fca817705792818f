# not executed: the axis is one that callers may name
"""Steps that can run without the axis, and those that give it to what they call."""

import jax
import jax.numpy as jnp


def loss(params, x):
    return jnp.mean((x @ params) ** 2)


def step(params, x, axis=None):  # want: JOL109 "`step` takes a gradient and applies it"
    grads = jax.grad(loss)(params, x)
    if axis is not None:
        grads = jax.lax.pmean(grads, axis)
    return params - 0.1 * grads


def centered(x):
    return x - jax.lax.pmean(x, "rows")


def mapped(params, xs):  # want: JOL109 "`mapped` takes a gradient and applies it"
    rows = jax.vmap(centered, axis_name="rows")(xs)
    return params - 0.1 * jax.grad(loss)(params, rows)


def train(params, batches):
    for x in batches:
        params = step(params, x)
    for xs in batches:
        params = mapped(params, xs)
    return params
