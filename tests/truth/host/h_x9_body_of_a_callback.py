"""The logger runs on the host: a debug callback hands it real values."""

import collections

import jax
import jax.numpy as jnp
import numpy as np


class Logger:
    def __init__(self, every):
        self.every = every
        self.steps = 0
        self.last = 0
        self.rows = collections.defaultdict(lambda: collections.deque(maxlen=100))

    def update(self, episode, dones, train):
        self.steps += np.prod(dones.shape)
        if jnp.sum(dones) > 0:
            for name, metric in episode.items():
                done = metric[dones.astype(bool)].flatten()
                self.rows[name].extend(done.tolist())
        for name, metric in train.items():
            self.rows[name].extend(metric.flatten().tolist())
        if self.steps - self.last >= self.every:
            print({name: np.mean(row) for name, row in self.rows.items()})
            self.last = self.steps


def train(env_step, update, state, logger: Logger, length):
    @jax.jit
    def epoch(state):
        def body(state, _):
            state, episode, dones = env_step(state)
            state, metrics = update(state)
            jax.debug.callback(logger.update, episode, dones, metrics)
            return state, metrics

        return jax.lax.scan(body, state, None, length=length)

    for _ in range(10):
        state, metrics = epoch(state)
    return state
