"""Data of each turn, data put a turn ahead, memory that the step takes, and other devices."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def train_step(params, batch):
    return params - 0.1 * jax.grad(lambda p: jnp.mean((batch @ p) ** 2))(params)


@partial(jax.jit, donate_argnums=0)
def train_in_place(params, batch):
    return params - 0.1 * jax.grad(lambda p: jnp.mean((batch @ p) ** 2))(params)


@partial(jax.jit, static_argnums=1)
def moved(x, sharding):
    return 2 * jax.device_put(x, sharding)


def each_batch(params, batches):
    for batch in batches:
        params = train_step(params, jax.device_put(batch))
    return params


def one_ahead(params, batches):
    batches = iter(batches)
    ahead = jax.device_put(next(batches))
    for batch in batches:
        params = train_step(params, ahead)
        ahead = jax.device_put(batch)
    return params


def anew_for_each_trial(start, trials):
    finals = []
    for batches in trials:
        params = jax.device_put(start)
        for batch in batches:
            params = train_in_place(params, batch)
        finals.append(params)
    return finals


def taken_each_turn(start, batches):
    return_values = []
    for batch in batches:
        first = jax.device_put(start)
        return_values.append(train_in_place(first, batch))
    return return_values


def on_every_device(table):
    copies = []
    for device in jax.devices():
        copies.append(jax.device_put(table, device))
    return copies


def filled_in_place(params, loader, steps):
    host = np.zeros((8, 3), np.float32)
    for _ in range(steps):
        loader.read_into(host)
        params = train_step(params, jax.device_put(host))
    return params


def changed_by_item(params, steps):
    host = np.zeros((8, 3), np.float32)
    for i in range(steps):
        host[0] = i
        params = train_step(params, jax.device_put(host))
    return params


def changed_through_a_view(params, steps):
    host = np.zeros((8, 3), np.float32)
    first = host[0]
    for i in range(steps):
        first[:] = i
        params = train_step(params, jax.device_put(host))
    return params


def now_and_then(params, batches, table):
    for i, batch in enumerate(batches):
        if i % 100 == 0:
            params = train_step(params, jax.device_put(table))
        params = train_step(params, batch)
    return params
