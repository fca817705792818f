"""A module of flax is found by its fields: a new equal one is no new program."""
from functools import partial

import jax


@partial(jax.jit, static_argnames=("model",))
def train_step(params, batch, model):
    return model.apply(params, batch)


def train(params, batches, make, n):
    for epoch in range(n):
        model = make(training=True)
        for batch in batches:
            params = train_step(params, batch, model)
    return params


def rebound(params, batches, n):
    step = 0
    for step in range(n):
        step = 1
        params = train_step(params, batches, step)
    return params
