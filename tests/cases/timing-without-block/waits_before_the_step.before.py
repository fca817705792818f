# not executed: it reads clocks
"""What waits for the batch, before the step is handed out, waits for nothing of the step."""

import time

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def step(w, batch):
    return w - 0.1 * jax.grad(lambda w: jnp.mean((batch @ w) ** 2))(w)


def drawn(data, key, size):
    starts = jax.random.randint(key, (size,), 0, len(data) - 8)
    batch = np.zeros((size, 8), np.float32)
    for i in range(size):
        begin = int(starts[i])
        batch[i] = data[begin : begin + 8]
    return jnp.asarray(batch)


def train(w, data, turns):
    spent = 0.0
    for turn in range(turns):
        began = time.time()
        batch = drawn(data, jax.random.key(turn), 32)
        w = step(w, batch)
        spent += time.time() - began  # want: JOL407 "before `step` has run"
    return w, spent


def waited(w, data, turns):
    spent = 0.0
    for turn in range(turns):
        began = time.time()
        batch = drawn(data, jax.random.key(turn), 32)
        w = step(w, batch)
        size = float(jnp.sum(w))
        spent += time.time() - began
    return w, spent, size
