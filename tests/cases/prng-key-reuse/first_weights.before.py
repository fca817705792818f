# not executed: nothing is rewritten
"""The key of first weights that the training goes on with."""

import flax.linen as nn
from jax import random


class Model(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.Dense(3)(x)


def step(params, key):
    return params["scale"] + random.normal(key)


def train(x, steps):
    key = random.key(0)
    model = Model()
    params = model.init(key, x)
    return step(params, key)  # want: JOL802 (info) "first weights"


def agents(networks, key, example):
    keys = random.split(key, 4)
    policy = networks.policy.init(keys[0], example)
    critic = networks.critic.init(keys[1], example)
    target = networks.target.init(keys[1], example)  # want: JOL802 (info) "was given to `networks.critic.init`"
    return policy, critic, target


class Planner:
    def __init__(self, encoder, value, optimizer):
        self.encoder, self.value = encoder, value
        self.optimizer = optimizer

    def begin(self, key, example):
        encoded = self.encoder.init(key, example)
        latent = self.encoder.apply(encoded, example)
        valued = self.value.init(key, latent)  # want: JOL802 (info) "first weights are drawn from the same key"
        state = self.optimizer.init(valued)
        return encoded, valued, state
