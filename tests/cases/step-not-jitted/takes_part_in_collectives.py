"""Steps that average over a named axis: whoever calls them maps over it, in this file or not."""

import functools

import jax
import jax.numpy as jnp
import optax


def make_agent(apply, optimizer, axis):
    def loss(params, batch):
        return jnp.mean((apply(params, batch["x"]) - batch["y"]) ** 2)

    def inner(params, state, batch):
        grads = jax.grad(loss)(params, batch)
        grads = jax.lax.pmean(grads, axis_name=axis)
        updates, state = optimizer.update(grads, state)
        return optax.apply_updates(params, updates), state

    def outer(params, state, batches):
        for batch in batches:
            params, state = inner(params, state, batch)
        return loss(params, batches[-1]), state

    def update(params, state, batches):
        grads, state = jax.grad(outer, has_aux=True)(params, state, batches)
        return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads), state

    return update


def averaged(grads):
    return jax.lax.psum(grads, "devices")


def mean_loss(params, x):
    return jnp.mean((x @ params) ** 2)


def step(params, x):
    grads = averaged(jax.grad(mean_loss)(params, x))
    return params - 0.1 * grads


def several(params, rows):
    for x in rows:
        params = step(params, x)
    return params


def body(params, x):
    grads = jax.grad(mean_loss)(params, x)
    return params - 0.1 * jax.lax.pmean(grads, "devices"), None


@functools.partial(jax.checkpoint)
def scanned(params, rows):
    params, _ = jax.lax.scan(body, params, rows)
    return params


def written_out(params, batches):
    for rows in batches:
        params = scanned(params, rows)
        grads = jax.grad(mean_loss)(params, rows[0])
        params = optax.apply_updates(params, jax.tree.map(lambda g: -0.1 * g, grads))
        print(params)
    return params
