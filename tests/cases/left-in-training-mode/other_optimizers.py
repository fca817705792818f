"""Losses while a schedule-free optimizer trains, and of parameters of another optimizer."""

import jax
import jax.numpy as jnp
import optax

free, plain = optax.contrib.schedule_free_adamw(0.1), optax.adam(0.1)


def loss(params, x):
    return jnp.mean((x @ params) ** 2)


@jax.jit
def step(params, state, x):
    updates, state = free.update(jax.grad(loss)(params, x), state, params)
    return optax.apply_updates(params, updates), state


@jax.jit
def plain_step(params, state, x):
    updates, state = plain.update(jax.grad(loss)(params, x), state, params)
    return optax.apply_updates(params, updates), state


def fit(params, other, batches, average):
    state, other_state = free.init(params), plain.init(other)
    first = loss(params, batches[0])
    for x in batches:
        params, state = step(params, state, x)
        print(loss(params, x))
        other, other_state = plain_step(other, other_state, x)
    params = average(state, params)
    return first, loss(params, batches[0]), loss(other, batches[0])
