from typing import NamedTuple

import jax
import jax.numpy as jnp


class Memory(NamedTuple):
    hidden: jax.Array
    reward: jax.Array


class Agent:
    def __init__(self, rows):
        self.memory = Memory(jnp.zeros((rows, 8)), jnp.zeros((rows, 1)))
        self.history = [jnp.zeros((rows, 4))]
        self.scale = jnp.ones(rows)
        self.improve = jax.jit(self._improve)

    def _improve(self, params, rows):
        blank = lambda part: jnp.zeros((rows.shape[0], part.shape[-1]))
        start = Memory(*map(blank, self.memory))
        empty = jax.tree.map(jnp.zeros_like, self.memory)
        widths = [part.shape[-1] for part in self.history]
        deep = self.memory.hidden.shape[0] + len(self.history) + self.history[0].ndim
        ones = jnp.ones_like(self.scale)
        return params * sum(widths) + deep, start, empty, ones

    def observe(self, hidden, reward):
        self.memory = Memory(self.memory.hidden + hidden, reward)
        self.history = [*self.history, hidden]
        self.scale = self.scale * 0.9
        return self.improve(hidden, reward)
