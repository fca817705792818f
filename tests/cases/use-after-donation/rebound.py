"""The variable holds the new value, or nothing reads it."""

from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, donate_argnames="params")
def update(params, grads):
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)


def rebinds(params, grads):
    params = update(params, grads)
    return jnp.linalg.norm(params)


def rebinds_later(params, grads):
    new = update(params, grads)
    params = new
    return params


def each_turn_its_own(grads, count):
    for i in range(count):
        params = jnp.ones(i)
        print(update(params, grads))


def loop_variable(all_params, grads):
    out = []
    for params in all_params:
        out.append(update(params, grads))
    return out


def copies(params, grads):
    new = update(jnp.copy(params), grads)
    return new - params


def returns_at_once(params, grads, fast):
    if fast:
        return update(params, grads)
    return params


class Trainer:
    @partial(jax.jit, static_argnums=(0,), donate_argnums=(1,))
    def inner(self, params, rollout):
        return params - 0.1 * rollout.sum()

    def train(self, params, rollout):
        for _ in range(3):
            params = self.inner(params, rollout)
        return params
