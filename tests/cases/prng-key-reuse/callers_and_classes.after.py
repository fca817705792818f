# not executed: the drawn numbers change on purpose
"""Keys that constructors, methods and one `vmap` use up, and keys that are returned used."""

import jax
import jax.numpy as jnp
from jax import random


class Prior:
    def __init__(self, size, key):
        first, second = random.split(key)
        self.w = random.normal(first, (size,))
        self.b = random.normal(second, (size,))

    @classmethod
    def drawn(cls, key, size):
        return random.normal(key, (size,))


class Cell:
    def __init__(self, size, key):
        key_1, key_2 = random.split(key)
        prior_key, noise_key = random.split(key_1)
        self.prior = Prior(size, key_2)
        self.noise = random.normal(noise_key, (size,)) + random.normal(prior_key, (size,))

    def predict(self, x, key):
        return x + random.normal(key, x.shape)


class World:
    def __init__(self, size, key):
        self.cell = Cell(size, key)

    def step(self, x, key):
        key_1, key_2 = random.split(key)
        x = self.cell.predict(x, key_1)
        key, sub = random.split(key_2)
        return x + random.normal(sub, x.shape)


def through_the_class(key, size):
    key_1, key_2 = random.split(key)
    mean, _ = random.split(key_1)
    return random.normal(mean, (size,)) + Prior.drawn(key_2, size)


def reward(key, arms):
    key, sub = random.split(key)
    return arms + random.normal(sub), sub


def given_to_others_first(simulate, init, key):
    x = init(key)
    return simulate(x, random.split(key, 8))


def shared(key, speeds):
    def draw(key, speed):
        return speed * random.uniform(key)

    return jax.vmap(draw, in_axes=(None, 0))(key, speeds)


def taken_from_around(key, xs):
    return jax.vmap(lambda x: jnp.where(random.uniform(key) < x, x, 0.0))(xs)


# What follows is fine.


def one_each(key, xs):
    return jax.vmap(lambda k, x: x * random.uniform(k))(random.split(key, len(xs)), xs)


def mapped_by_the_axes(keys, speeds):
    def draw(key, speed):
        return speed * random.uniform(key)

    return jax.vmap(draw, in_axes=(0, None))(keys, speeds)


def reward_and_next(key, arms):
    key, sub = random.split(key)
    return arms + random.normal(sub), key


def next_key_for_others(env, key):
    state = env.make(key)
    key, sub = random.split(key)
    return env.act(state, sub), key


def for_the_record(key, xs):
    def step(key, x):
        key, sub = random.split(key)
        return key, (x + random.normal(sub), sub)

    return jax.lax.scan(step, key, xs)


def checked_first(check, key):
    check(key)
    first, second = random.split(key)
    return random.normal(first) + random.normal(second)


class Unused:
    def __init__(self, key):
        self.key = key


def kept(key):
    first, second = random.split(key)
    return random.normal(first), Unused(second)
