"""Keys that go to a method which reads none, by itself or compiled."""

import jax
import jax.numpy as jnp
from jax import random


class Cart:
    @classmethod
    def reset(cls, key, size):
        return random.uniform(key, (size,))

    @classmethod
    def step(cls, key, state, action):
        return state + 0.1 * action


def driven(seed, turns):
    cart = Cart()
    step = jax.jit(cart.step)
    key = random.key(seed)
    state = jnp.zeros(4)
    for turn in range(turns):
        keys = random.split(key, 4)
        state = step(keys, state, turn)
        if turn % 10 == 0:
            key, sub = random.split(key)
            state = cart.reset(sub, 4)
    return state
