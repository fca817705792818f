"""A key that lies on an object, and that a function within stores anew."""

from jax import random


def train(settings, batches, update):
    def epoch(weights):
        for batch in batches:
            settings.key, sub = random.split(settings.key)
            weights = update(weights, batch, random.normal(sub))
        return weights

    weights = random.normal(settings.key)
    for _ in range(settings.epochs):
        weights = epoch(weights)
    return weights
