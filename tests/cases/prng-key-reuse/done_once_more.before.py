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
    slope = jax.grad(loss)(weights, batch, key)
    weights = weights - 0.1 * slope
    return weights, fitted(weights, batch, key)  # want: JOL802 (info) "not independent"


def update_with_noise(weights, batch, key):
    slope = jax.grad(loss)(weights, batch, key)
    return weights - 0.1 * slope + noisy(weights, key)  # want: JOL802 (warning) "not independent"
