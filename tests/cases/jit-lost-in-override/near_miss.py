"""Overrides that are compiled, only hand on, or override nothing that is compiled."""

import jax
import jax.numpy as jnp
from flax import struct


class Agent(struct.PyTreeNode):
    state: object

    @jax.jit
    def metrics(self, batch):
        return {"loss": jnp.mean(batch["x"])}

    @jax.jit
    def update(self, batch):
        return self.replace(state=self.forward(batch))

    def forward(self, batch):
        return self.state.apply_fn(self.state.params, batch["x"])


class Compiled(Agent):
    @jax.jit
    def metrics(self, batch):
        return {"loss": self.state.apply_fn(self.state.params, batch["x"]).mean()}


class HandsOn(Agent):
    def metrics(self, batch):
        return {**super().metrics(batch), "reward": jnp.mean(batch["reward"])}


class Other(Agent):
    def forward(self, batch):
        return jax.nn.tanh(self.state.apply_fn(self.state.params, batch["x"]))


class Between(Agent):
    def metrics(self, batch):
        return {}


class Below(Between):
    def metrics(self, batch):
        return {"loss": self.state.apply_fn(self.state.params, batch["x"]).mean()}
