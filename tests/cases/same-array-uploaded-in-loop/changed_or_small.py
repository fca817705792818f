"""Arrays that the turns make, write to, or may; small ones; those of some turns, of traces, and taken ones."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def step(params, batch, mask):
    return params - jnp.mean(batch * mask)


def new_on_each_turn(params, files):
    for file in files:
        params = step(params, jnp.asarray(np.load(file)), 1.0)
    return params


def rows(params, data):
    data = np.asarray(data)
    for i in range(1000):
        params = step(params, jnp.asarray(data[i]), 1.0)
    return params


def written_to(params, batches):
    mask = np.zeros(5000)
    for i, batch in enumerate(batches):
        mask[i] = 1.0
        params = step(params, batch, jnp.asarray(mask))
    return params


def written_to_in_a_view(params, batches):
    mask = np.zeros((8, 5000))
    row = mask[0]
    for batch in batches:
        row[:] = np.random.normal(size=5000)
        params = step(params, batch, jnp.asarray(mask))
    return params


def added_to(params, batches):
    mask = np.zeros(5000)
    for batch in batches:
        params = step(params, batch, jnp.asarray(mask))
        mask += 1.0
    return params


def handed_to_others(params, batches, env):
    frame = np.zeros((84, 84))
    for batch in batches:
        env.render(frame)
        params = step(params, batch, jnp.asarray(frame))
    return params


def small(params, batches):
    weights = np.array([0.5, 0.25, 0.25])
    for batch in batches:
        params = step(params, batch, jnp.asarray(weights))
    return params


def few_turns(params, batch, path):
    mask = np.load(path)
    for _ in range(3):
        params = step(params, batch, jnp.asarray(mask))
    return params


def some_turns(params, batches, path):
    mask = np.load(path)
    for i, batch in enumerate(batches):
        if i % 100 == 0:
            params = step(params, batch, jnp.asarray(mask))
    return params


def on_the_device(params, batches, path):
    mask = jnp.asarray(np.load(path))
    for batch in batches:
        params = step(params, batch, jnp.asarray(mask))
    return params


@jax.jit
def traced(params):
    table = np.ones(5000)
    for _ in range(32):
        params = params * jnp.asarray(table)
    return params


def may_be_traced(params, path):
    table = np.load(path)
    for _ in range(32):
        params = params * jnp.asarray(table)
    return params


@partial(jax.jit, donate_argnums=0)
def filled(buffer, batch):
    return buffer + batch


def taken(batches, path):
    empty = np.load(path)
    out = []
    for batch in batches:
        out.append(filled(jnp.asarray(empty), batch))
        buffer = jnp.asarray(empty)
        out.append(filled(buffer, batch))
    return out
