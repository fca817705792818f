"""The operations come seldom, are compiled, are on the host, or have another reason."""

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def train_step(params, key, batch):
    noise = jax.random.normal(key, params.shape)
    return params - 0.1 * batch.mean() * noise, jnp.abs(params)


def every_so_often(params, key, loader, log):
    for step, batch in enumerate(loader):
        key, own = jax.random.split(key)
        params, sizes = train_step(params, own, jnp.asarray(batch))
        if step % 100 == 0:
            shown = jnp.log1p(jnp.mean(sizes)) / jnp.sqrt(step + 1)
            log(float(shown))
    return params


def seldom(step, sizes, log):
    if step % 50:
        return
    log(float(jnp.log1p(jnp.mean(sizes))))


def shows_by_a_helper(params, key, loader, log):
    for step, batch in enumerate(loader):
        params, sizes = train_step(params, key, jnp.asarray(batch))
        seldom(step, sizes, log)
    return params


def prepared_by_numpy(params, key, loader):
    for tokens, length in loader:
        padded = np.pad(np.asarray(tokens), ((0, 0), (0, length)))
        padded = np.clip(padded, 0, 31).astype(np.int32)
        params, _ = train_step(params, key, jnp.asarray(padded))
    return params


@jax.jit
def prepare(batch):
    return jax.nn.one_hot(jnp.clip(batch, 0, 31), 32).reshape(batch.shape[0], -1)


def prepared_when_compiled(params, key, loader):
    for batch in loader:
        params, _ = train_step(params, key, prepare(batch))
    return params


def a_few_times(params, key, batch):
    for _ in range(5):
        scaled = jnp.log1p(jnp.abs(batch)) / jnp.sqrt(batch.shape[0])
        params, _ = train_step(params, key, scaled)
    return params


def once_before(params, key, loader):
    scale = jnp.sqrt(jnp.mean(jnp.square(params)))
    for batch in loader:
        params, _ = train_step(params * scale, key, batch)
    return params


def nothing_compiled(rows):
    total = 0.0
    for row in rows:
        total += float(jnp.log1p(jnp.mean(jnp.abs(row))))
    return total


@jax.jit
def traced(params, key, batches):
    for batch in (batches, batches):
        scaled = jnp.log1p(jnp.abs(batch)) / jnp.sqrt(batch.shape[0])
        params, _ = train_step(params, key, scaled)
    return params
