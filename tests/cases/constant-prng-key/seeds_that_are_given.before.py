# not executed: nothing is rewritten
from dataclasses import dataclass

import jax
import jax.numpy as jnp


@dataclass
class Config:
    seed: int = 0
    steps: int = 4


def noisy(x, key):
    return x + jax.random.normal(key, x.shape)


def rollout(state, config):
    # keys of this rollout
    key = jax.random.PRNGKey(config.seed + 1000)  # want: JOL805 warning "every run of `rollout`"
    for _ in range(config.steps):
        key, *keys = jax.random.split(key, 4)
        state = jax.vmap(lambda s, k: noisy(s, k))(state, jnp.array(keys))
    return state


def trained(state, config, updates):
    for _ in range(updates):
        state = rollout(state, config)
    return state


class Sampler:
    def __init__(self, seed):
        self.seed = seed

    def step(self, state):
        key = jax.random.key(self.seed)  # want: JOL805 warning "key of|same key"
        return state + jax.random.uniform(key, state.shape)

    def run(self, state):
        for _ in range(100):
            state = self.step(state)
        return state


def shuffled(rows, seed):
    return jax.random.permutation(jax.random.key(seed), rows)  # want: JOL805 info


def epochs(rows, seed, total):
    for _ in range(20):
        rows = shuffled(rows, seed)
        total += rows[0]
    return total


print(trained(jnp.ones((3, 2)), Config(), 2), Sampler(1).run(jnp.ones(2)))
print(epochs(jnp.arange(8), 0, 0))
