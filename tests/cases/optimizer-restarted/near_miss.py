"""States that are kept, that take many steps, that have no moments, or of other optimizations."""

import jax
import jax.numpy as jnp
import optax

optimizer = optax.adam(1e-2)
plain = optax.sgd(1e-2)


def cost(params, x):
    return jnp.mean((x @ params) ** 2)


def kept(params, batches):
    state = optimizer.init(params)
    for x in batches:
        updates, state = optimizer.update(jax.grad(cost)(params, x), state)
        params = optax.apply_updates(params, updates)
    return params


def by_task(params, tasks):
    out = []
    for x in tasks:
        state = optimizer.init(params)
        fitted = params
        for _ in range(5):
            updates, state = optimizer.update(jax.grad(cost)(fitted, x), state)
            fitted = optax.apply_updates(fitted, updates)
        out.append(fitted)
    return out


def without_moments(params, batches):
    for x in batches:
        state = plain.init(params)
        updates, state = plain.update(jax.grad(cost)(params, x), state)
        params = optax.apply_updates(params, updates)
    return params


def first_step(params, x):
    state = optimizer.init(params)
    updates, state = optimizer.update(jax.grad(cost)(params, x), state)
    return optax.apply_updates(params, updates), state


def started(params, batches):
    history = []
    for x in batches:
        state = optimizer.init(params)
        updates, new_state = optimizer.update(jax.grad(cost)(params, x), state)
        history.append(new_state)
    return history


def restarted_now_and_then(params, batches):
    state = optimizer.init(params)
    for i, x in enumerate(batches):
        if i % 100 == 0:
            state = optimizer.init(params)
        updates, state = optimizer.update(jax.grad(cost)(params, x), state)
        params = optax.apply_updates(params, updates)
    return params
