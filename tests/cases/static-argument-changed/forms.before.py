from functools import partial

import jax
import jax.numpy as jnp


class Settings:
    def __init__(self):
        self.weight = 1.0


@partial(jax.jit, static_argnames="settings")
def step(x, settings):
    return x - settings.weight * x


def anneal(x):
    settings = Settings()
    for turn in range(20):
        x = step(x, settings)
        settings.weight *= 0.9  # want: JOL121 "`settings.weight` changes, and `step`"
    return x


def make_cost(weight):
    def cost(params, x):
        return jnp.sum((x @ params) ** 2) + cost.weight * jnp.sum(params**2)

    cost.weight = weight
    return cost


@partial(jax.jit, static_argnums=(0,))
def descend(fun, params, x):
    return params - 0.01 * jax.grad(fun)(params, x)


def train(fun, params, x):
    for turn in range(20):
        params = descend(fun, params, x)
        if turn % 5 == 0:
            fun.weight = 1.0 / (turn + 1)  # want: JOL121 "given `fun` as a static argument"
    return params


def run(params, x):
    return anneal(x), train(make_cost(0.1), params, x)


def inputs(key):
    return jnp.ones(3), jax.random.normal(key, (5, 3))
