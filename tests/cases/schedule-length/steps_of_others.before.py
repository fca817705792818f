# not executed: nothing is rewritten
"""Steps that another file makes, known by the state of the optimizer that they hand on."""

import jax
import optax
from training import advance

rounds = 30


def fit(weights, batches, key):
    optimizer = optax.sgd(optax.cosine_decay_schedule(0.1, rounds))  # want: JOL823 (warning) "counts steps"
    moments = optimizer.init(weights)
    for _ in range(rounds):
        key, own = jax.random.split(key)
        for x in batches:
            weights, moments = advance(weights, moments, x, own)
    return weights
