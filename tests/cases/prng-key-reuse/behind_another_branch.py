"""Branches that a call does not take, or that let a single turn through."""

import jax
import jax.numpy as jnp
from jax.nn.initializers import normal, zeros


def drop(x, key, train):
    if train:
        return x * jax.random.bernoulli(key, 0.9, x.shape)
    return x


def drop_late(x, key=None, rate=0.0):
    if rate > 0:
        x = x * jax.random.bernoulli(key, 1 - rate, x.shape)
    return x


class Layer:
    def __init__(self, train):
        self.train = train

    def apply(self, x, key):
        if self.train:
            x = x * jax.random.bernoulli(key, 0.9, x.shape)
        return x


def evaluate(batches, key):
    total = 0.0
    for batch in batches:
        total += jnp.sum(drop(batch, key, False))
        total += jnp.sum(drop_late(batch, key))
        total += jnp.sum(drop_late(batch, key, rate=0))
    return total


def layers(batches, key, train):
    layer = Layer(train)
    return [layer.apply(b, key) for b in batches]


def first_turn_draws(batches, key):
    total = 0.0
    for i, batch in enumerate(batches):
        total += jnp.sum(drop(batch, key, i == 0))
    return total


def once_in_a_while(batches, key):
    for i, batch in enumerate(batches):
        fresh = i % 10 == 0
        batch = drop_late(batch, key, fresh)
    return batch


def asks_something_else(x, key, schedule):
    if schedule(3):
        return jax.random.normal(key, x.shape)
    return x


def unknown_test(batches, key, schedule):
    return [asks_something_else(b, key, schedule) for b in batches]


def one_of_many(pairs, key):
    return [drop(batch, key, train) for batch, train in pairs]


def undrop(x, key, train):
    if not train:
        x = x + jax.random.normal(key, x.shape)
    return x


def one_or_the_other(x, key, train):
    return undrop(drop(x, key, train), key, train)


def around_or_within(x, key, train):
    if not train:
        x = x + jax.random.normal(key, x.shape)
    return drop(x, key, train)


def renewed(batches, key=None):
    out = []
    for batch in batches:
        sub = None
        if key is not None:
            key, sub = jax.random.split(key)
        out.append(drop_late(batch, sub, 0.5))
    return out


def rows(x, y, key):
    i = jax.random.randint(key, (4,), 0, len(x))
    j = jax.random.randint(key, (4,), 0, len(y))
    return x[i], y[j]


def weights_and_biases(key):
    init, empty = normal(), zeros
    return init(key, (3, 4)), empty(key, (4,))
