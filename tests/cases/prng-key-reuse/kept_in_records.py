"""A record that takes the key as a field keeps it, and draws nothing."""

from jax import random


def start(state, shape):
    key, now = random.split(state.key)
    state = state.set(momentum=random.normal(now, shape))
    return state.set(key=key)


def ready(state, key):
    noise = random.normal(key, (3,))
    return state.set(noise=noise, used=key)
