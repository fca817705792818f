# not executed: nothing is rewritten
"""What functions make of the key that they are given: its own bits, or keys of their own."""

import jax
from jax import random


def counted(key, rate):
    return random.poisson(key, rate)


def scattered(key, spread):
    return spread * random.normal(key, (3,))


def spread_out(key):
    first, second = random.split(key)
    return scattered(first, 1.0) + scattered(second, 2.0)


def nothing_in_common(key, rate):
    key_1, key_2 = random.split(key)
    arrivals = counted(key_1, rate)
    return arrivals + scattered(key_2, 1.0)


def each_of_many(keys, rates):
    scale = jax.vmap(counted)(keys, rates)
    return scale * jax.vmap(random.normal)(keys)


def the_same_bits(key):
    key_1, key_2 = random.split(key)
    start = scattered(key_1, 1.0)
    return start + random.uniform(key_2, (3,))


def children_of_both(key, rate):
    key_1, key_2 = random.split(key)
    arrivals = counted(key_1, rate)
    return arrivals + spread_out(key_2)


def drawn_from_the_new_keys(key):
    key_1, key_2 = random.split(key)
    row = random.randint(key_1, (), 0, 10)
    key, sub = random.split(key_2)
    return row, random.normal(sub), key


def two_kinds_that_split(key, items):
    key_1, key_2 = random.split(key)
    row = random.randint(key_1, (), 0, 10)
    order = random.permutation(key_2, items)
    return row, order


def two_kinds_of_children(key, rate):
    key_1, key_2 = random.split(key)
    row = random.randint(key_1, (), 0, 10)
    return row, random.poisson(key_2, rate)
