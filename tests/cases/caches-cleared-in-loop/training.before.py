# not executed: the data is elsewhere
import gc

import jax
import jax.numpy as jnp

from my_project import loader, save


@jax.jit
def step(params, batch):
    return params - 0.1 * jnp.mean(batch)


def train(params, epochs):
    for epoch in range(epochs):
        for batch in loader(epoch):
            params = step(params, batch)
            gc.collect()
            jax.clear_caches()  # want: JOL116 (warning) "`step` is traced and compiled again"
        save(params)
        jax.clear_caches()  # want: JOL116 (warning) "on every iteration"
    return params


def train_tidily(params, batches):
    for i, batch in enumerate(batches):
        params = step(params, batch)
        if i % 1000 == 0:
            jax.clear_caches()  # want: JOL116 (info) "where its test holds"
    return params


def score(table, weights):
    centred = table - jnp.mean(table, axis=0)
    scaled = centred / jnp.std(centred)
    fitted = jnp.linalg.lstsq(scaled, weights)[0]
    return jnp.sum(jnp.abs(fitted)), jnp.max(jnp.tanh(fitted))


def scan_of_rows(rows, weights):
    out = []
    for row in rows:
        table = jnp.asarray(loader(row))
        out.append(score(table, weights))
        jax.clear_caches()  # want: JOL116 (warning) "operations that an iteration hands out"
    return out
