"""Rows that are put together on the host, are on the device already, are few, or come once."""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def train_step(params, batch):
    return params - 0.1 * jax.grad(lambda p: jnp.mean((batch @ p) ** 2))(params)


def on_the_host(params, path, turns):
    rows = np.load(path)
    for _ in range(turns):
        places = np.random.randint(len(rows), size=(64,))
        batch = jnp.asarray(np.stack([rows[i] for i in places]))
        params = train_step(params, batch)
    return params


def numpy_takes_the_list(params, path, turns):
    rows = np.load(path)
    for _ in range(turns):
        places = np.random.randint(len(rows), size=(64,))
        batch = jnp.asarray([rows[i] for i in places])
        params = train_step(params, batch)
    return params


def on_the_device(params, path, turns):
    rows = jnp.load(path)
    for _ in range(turns):
        places = np.random.randint(len(rows), size=(64,))
        batch = jnp.stack([rows[i] for i in places])  # jaxopt-lint: ignore[python-loop-over-batch]
        params = train_step(params, batch)
    return params


def few(params, path, turns):
    rows = np.load(path)
    for turn in range(turns):
        batch = jnp.stack([jnp.asarray(rows[turn + i]) for i in range(4)])
        params = train_step(params, batch)
    return params


def once(params, paths, turns):
    batch = jnp.stack([np.load(path) for path in paths])
    for _ in range(turns):
        params = train_step(params, batch)
    return params


def now_and_then(params, paths, turns):
    batch = jnp.stack([np.load(path) for path in paths])
    for turn in range(turns):
        if turn % 100 == 0:
            batch = jnp.stack([np.load(path) for path in paths])
        params = train_step(params, batch)
    return params
