"""States that are renewed or given away, bodies of loops, and what is small."""

from functools import partial

import jax
import jax.numpy as jnp


@jax.jit
def train(state, batch):
    def loss(params):
        return jnp.mean(state.apply_fn(params, batch))

    value, grads = jax.value_and_grad(loss)(state.params)
    state = state.apply_gradients(grads=grads)
    return state, value


@partial(jax.jit, donate_argnums=0)
def given_away(state, batch):
    return state, state.apply_fn(state.params, batch).mean()


def body(state, batch):
    return state, state.apply_fn(state.params, batch).mean()


@jax.jit
def epoch(state, batches):
    return jax.lax.scan(body, state, batches)


@jax.jit
def inlined(state, batch):
    return state, state.apply_fn(state.params, batch).mean()


@jax.jit
def outer(state, batch):
    state, value = inlined(state, batch)
    return value


@jax.jit
def small(key, x):
    return key, x + jax.random.normal(key, x.shape)


@jax.jit
def sometimes(state, batch):
    if batch.shape[0] == 1:
        return state, state.apply_fn(state.params, batch)
    return state.replace(step=0), batch


def plain(state, batch):
    return state, state.apply_fn(state.params, batch)
