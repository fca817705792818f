# not executed: nothing is rewritten
"""A key that lies on an object, and that nobody stores anew."""

from jax import random


def train(settings, batches):
    def epoch(weights):
        for batch in batches:
            weights = weights + batch
        return weights + random.normal(settings.noise_key, weights.shape)

    weights = 0.0
    for _ in range(settings.epochs):
        weights = epoch(weights)  # want: JOL802 (warning) "`settings.noise_key` does not change"
    return weights
