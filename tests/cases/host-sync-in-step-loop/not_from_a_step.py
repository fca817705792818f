"""Host values, metadata, evaluation loops and simulators."""

import collections

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def train_step(state, batch):
    grads = jax.grad(lambda p: jnp.mean((batch @ p) ** 2))(state)
    return state - 0.1 * grads, jnp.sum(grads**2)


@jax.jit
def predict(state, batch):
    return batch @ state


@jax.jit
def act(state, observation):
    return observation @ state


def metadata(state, batches):
    for batch in batches:
        state, norm = train_step(state, batch)
        if state.ndim != 1 or len(batch) != int(batch.shape[0]):
            raise ValueError(norm.shape)
    return state


def host_numbers(state, batches, table):
    for i, batch in enumerate(batches):
        rate = float(table[i])
        state, norm = train_step(state, batch * rate)
        weight = np.asarray(table).mean().item()
        state = state * weight
    return state


def accumulates_on_device(state, batches):
    total = 0.0
    for batch in batches:
        state, norm = train_step(state, batch)
        total += norm
    return state, float(total)


def evaluates(state, batches):
    outputs = []
    for batch in batches:
        outputs.append(np.asarray(predict(state, batch)))
    return outputs


def environment(state, env):
    observation, done = env.reset(), False
    while not done:
        action = act(state, observation)
        observation, done = env.step(np.asarray(action))


def looks_behind(state, batches, depth=2):
    flags = collections.deque()
    for batch in batches:
        state, norm = train_step(state, batch)
        flags.append(norm)
        if len(flags) > depth and float(flags.popleft()) < 1e-6:
            break
    return state


def gathered(state, batches, log):
    for batch in batches:
        state, norm = train_step(state, batch)
        log(*jax.device_get((norm, batch)))
    return state


def the_key_alone_goes_on(state, batches, key):
    found = []
    for batch in batches:
        key, noise = jax.random.split(key)
        found.append(np.asarray(predict(state, batch + jax.random.normal(noise, batch.shape))))
    return found
