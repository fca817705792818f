import jax
import jax.numpy as jnp
from jax import random


def carried(rng, n):
    out = []
    for _ in range(n):
        rng, _rng = random.split(rng)
        out.append(random.normal(_rng))
    return out


def folded(key, xs):
    return [random.normal(random.fold_in(key, i), x.shape) for i, x in enumerate(xs)]


def index_outside_of_the_split(key, n):
    keys = random.split(key, n)
    other = random.fold_in(key, n)
    return keys, other


def one_part_of_each_split(key):
    return random.split(key)[0], random.split(key)[1]


def indexed(key, xs):
    keys = random.split(key, len(xs))
    return [x + random.normal(keys[i]) for i, x in enumerate(xs)]


def while_loop(key):
    x = 0.0
    i = 0
    keys = random.split(key, 10)
    while x < 1.0:
        x = random.normal(keys[i])
        i += 1
    return x


def parents(key, heads):
    keys = random.split(key, 8)

    def fill(lane, current):
        return current + random.normal(keys[lane])

    return jax.lax.fori_loop(0, 8, fill, heads)


def scanned(key, xs):
    def body(key, x):
        key, sub = random.split(key)
        return key, x + random.normal(sub)

    return jax.lax.scan(body, key, xs)


class Sampler:
    def next(self):
        self.key, sub = random.split(self.key)
        return sub

    def two(self):
        a = random.normal(self.key)
        self.renew()
        return a + random.normal(self.key)

    def renew(self):
        self.key = random.split(self.key)[0]


COUNTER = random.key(0)


def global_key():
    global COUNTER
    x = random.normal(COUNTER)
    refresh()
    return x + random.normal(COUNTER)


def refresh():
    global COUNTER
    COUNTER = random.fold_in(COUNTER, 1)


def cloned(key, shape):
    x = random.normal(key, shape)
    again = random.clone(key)
    return x, random.normal(again, shape)
