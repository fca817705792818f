# not executed: the drawn numbers change on purpose
"""What one function does with a key, another call does once more, to look at it."""

import jax
from jax import random


def fitted(weights, batch, key):
    noise = random.normal(key, batch.shape)
    return weights - batch + noise


def loss(weights, batch, key):
    return (fitted(weights, batch, key) ** 2).sum()


def noisy(weights, key):
    return weights + random.normal(key, weights.shape)


def update(weights, batch, key):
    key_1, key_2 = random.split(key)
    slope = jax.grad(loss)(weights, batch, key_1)
    weights = weights - 0.1 * slope
    return weights, fitted(weights, batch, key_2)


def update_with_noise(weights, batch, key):
    key_1, key_2 = random.split(key)
    slope = jax.grad(loss)(weights, batch, key_1)
    return weights - 0.1 * slope + noisy(weights, key_2)
