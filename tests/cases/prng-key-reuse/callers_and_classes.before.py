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
        prior_key, noise_key = random.split(key)
        self.prior = Prior(size, key)  # want: JOL802 "used up by `random.split`"
        self.noise = random.normal(noise_key, (size,)) + random.normal(prior_key, (size,))

    def predict(self, x, key):
        return x + random.normal(key, x.shape)


class World:
    def __init__(self, size, key):
        self.cell = Cell(size, key)

    def step(self, x, key):
        x = self.cell.predict(x, key)
        key, sub = random.split(key)  # want: JOL802 "used up by `self.cell.predict`"
        return x + random.normal(sub, x.shape)


def through_the_class(key, size):
    mean, _ = random.split(key)
    return random.normal(mean, (size,)) + Prior.drawn(key, size)  # want: JOL802


def reward(key, arms):
    key, sub = random.split(key)
    return arms + random.normal(sub), sub  # want: JOL802 "is used up here, and returned for the next use"


def given_to_others_first(simulate, init, key):
    x = init(key)
    return simulate(x, random.split(key, 8))  # want: JOL802 info "given to `init`"


def shared(key, speeds):
    def draw(key, speed):
        return speed * random.uniform(key)

    return jax.vmap(draw, in_axes=(None, 0))(key, speeds)  # want: JOL802 info "all elements of the `jax.vmap` get `key`"


def taken_from_around(key, xs):
    return jax.vmap(lambda x: jnp.where(random.uniform(key) < x, x, 0.0))(xs)  # want: JOL802 info "all elements"


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
