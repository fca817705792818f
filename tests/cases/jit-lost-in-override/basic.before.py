# not executed: there is no fix
"""Agents that look at more than the agent that they are made of."""

from functools import partial

import jax
import jax.numpy as jnp
from flax import struct
from typing_extensions import override


class Agent(struct.PyTreeNode):
    state: object

    @jax.jit
    def metrics(self, batch):
        return {}

    @partial(jax.jit, static_argnames="greedy")
    def act(self, x, *, greedy=False):
        return self.state.apply_fn({"params": self.state.params}, x)


class Middle(Agent):
    pass


class Cloning(Middle):
    @override
    def metrics(self, batch):  # want: JOL133 "`metrics` runs a network .* of `Agent`"
        actions = self.state.apply_fn({"params": self.state.params}, batch["x"])
        return {"mse": jnp.mean((actions - batch["actions"]) ** 2)}

    def act(self, x, *, greedy=False):  # want: JOL133 "`act` computes operation by operation"
        scores = jnp.tanh(jax.nn.relu(x) @ self.state.params)
        scores = jnp.where(scores > 0, scores, -jnp.inf)
        return jnp.argmax(scores, axis=-1)
