# not executed: the networks are elsewhere
"""Agents are renewed by methods; loops on the host store what they give in the old one's place."""

import copy
from functools import partial
from typing import Any

import flax
import jax
import jax.numpy as jnp
import optax
from flax import struct

from my_project import Network, replay


class Learner(struct.PyTreeNode):
    params: Any
    opt_state: Any
    tx: Any = struct.field(pytree_node=False)

    @classmethod
    def create(cls, network, params, tx=None):
        return cls(params=params, opt_state=tx.init(params) if tx else None, tx=tx)

    def descend(self, loss):
        grads, info = jax.grad(loss, has_aux=True)(self.params)
        updates, opt_state = self.tx.update(grads, self.opt_state, self.params)
        params = optax.apply_updates(self.params, updates)
        return self.replace(params=params, opt_state=opt_state), info


class Agent(struct.PyTreeNode):
    rng: Any
    learner: Any
    rate: float = struct.field(pytree_node=False)

    @jax.jit
    def update(self, batch):
        rng, key = jax.random.split(self.rng)
        info = {"size": batch.size}

        def loss(params):
            value = jnp.mean((batch @ params["online"] - params["target"]) ** 2)
            info.update({"loss": value})
            return value, info

        learner, info = self.learner.descend(loss)
        return self.replace(learner=learner, rng=rng), info

    # Only the key is new.
    @jax.jit
    def draw(self, batch):
        rng, key = jax.random.split(self.rng)
        grads = jax.grad(lambda p: jnp.mean(batch @ p - 1.0))(self.learner.params)
        return self.replace(rng=rng), jax.random.normal(key, (3,))

    @classmethod
    def create(cls, rng, example):
        network = Network()
        params = network.init(rng, example)
        params["target"] = params["online"]
        return cls(rng, Learner.create(network, params, optax.adam(1e-3)), 0.1)


class TwoStates(struct.PyTreeNode):
    online: Learner
    target: Learner

    @partial(jax.jit, static_argnames="train")
    def update(self, batch, train=True):
        online, info = self.online.descend(lambda p: (jnp.mean(batch @ p), {}))
        moved = jax.tree.map(lambda p, q: 0.9 * p + 0.1 * q, self.target.params, online.params)
        return self.replace(online=online, target=self.target.replace(params=moved)), info

    @classmethod
    def create(cls, rng, example):
        network = Network()
        params = network.init(rng, example)["params"]
        online = Learner.create(network, params, optax.adam(1e-3))
        return cls(online=online, target=Learner.create(network, params))


class Copied(struct.PyTreeNode):
    online: Learner
    target: Learner

    @partial(jax.jit, donate_argnames="self")
    def update(self, batch):
        online, info = self.online.descend(lambda p: (jnp.mean(batch @ p), {}))
        return self.replace(online=online), info

    # Traced code of the class calls it as well.
    @jax.jit
    def update_twice(self, batch):
        new, _ = self.update(batch)
        return new.update(batch)

    @classmethod
    def create(cls, rng, example):
        network = Network()
        params = network.init(rng, example)["params"]
        copied = copy.deepcopy(params)
        online = Learner.create(network, params, optax.adam(1e-3))
        return cls(online=online, target=Learner.create(network, copied))


def train(agent, buffer, steps):
    for _ in range(steps):
        agent, info = agent.update(buffer.sample())
        agent, noise = agent.draw(buffer.sample())
        buffer.add(noise)
    return agent
