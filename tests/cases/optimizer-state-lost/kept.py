"""States that go on, steps that are tried, optimizers without moments, last steps."""

import jax
import jax.numpy as jnp
import optax

optimizer = optax.adam(1e-2)
plain = optax.sgd(1e-2)


def cost(params, x):
    return jnp.mean((x @ params) ** 2)


def fit(params, batches):
    state = optimizer.init(params)
    for x in batches:
        updates, state = optimizer.update(jax.grad(cost)(params, x), state)
        params = optax.apply_updates(params, updates)
    return params


def without_moments(params, batches):
    state = plain.init(params)
    for x in batches:
        updates, _ = plain.update(jax.grad(cost)(params, x), state)
        params = optax.apply_updates(params, updates)
    return params


@jax.jit
def tried(params, state, x):
    updates, _ = optimizer.update(jax.grad(cost)(params, x), state)
    return cost(optax.apply_updates(params, updates), x)


def by_task(params, tasks):
    out = []
    for x in tasks:
        state = optimizer.init(params)
        updates, _ = optimizer.update(jax.grad(cost)(params, x), state)
        out.append(optax.apply_updates(params, updates))
    return out


@jax.jit
def handed_on(params, state, x):
    updates, new_state = optimizer.update(jax.grad(cost)(params, x), state)
    return optax.apply_updates(params, updates), new_state


def cache(table, keys, values):
    keys, values = table.update(keys, values)
    return keys, values
