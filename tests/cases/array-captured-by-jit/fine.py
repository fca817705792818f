# What is given, traced, small, or no array.
from functools import partial

import jax
import jax.numpy as jnp

TABLE = jnp.linspace(0.0, 1.0, 100)
CORNERS = [[0, 1], [1, 0], [1, 1]]


@jax.jit
def step(params, data, key):
    rows = jax.random.randint(key, (32,), 0, 1000)
    return params - data[rows].mean()


@jax.jit
def noised(x, t):
    return x * TABLE[t]


@jax.jit
def corner(key):
    return jnp.asarray(CORNERS)[jax.random.randint(key, (), 0, 3)]


@partial(jax.jit, static_argnums=0)
def train_step(model, params, batch):
    @jax.jit
    def loss(p):
        return model.apply(params, batch).sum() + p

    return jax.grad(loss)(params)


def bound(f, n, rate):
    return jax.jit(partial(f, rate=rate, n=n))


def optimizer(network, tx):
    def init(params):
        return tx.init(params)

    return jax.jit(init)


def score(apply_fn, params, batch):
    return apply_fn({"params": params}, batch)


def evaluate(model, params, loader):
    step = partial(score, model.apply)
    step = jax.jit(step)
    return [step(params, batch) for batch in loader]


def renewed(apply_fn, params, batch):
    params = jax.tree.map(jnp.zeros_like, params)
    return apply_fn({"params": params}, batch)


def from_nothing(model, params, batch):
    return jax.jit(partial(renewed, model.apply, params))(batch)


@jax.jit
def rows_of_arguments(columns, key):
    rows = jax.random.randint(key, (32,), 0, 1000)
    return jax.tree.map(lambda column: jnp.take(column, rows, axis=0), columns)
