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
    arrivals = counted(key, rate)
    return arrivals + scattered(key, 1.0)  # want: JOL802 (info) "does not promise that the two"


def each_of_many(keys, rates):
    scale = jax.vmap(counted)(keys, rates)
    return scale * jax.vmap(random.normal)(keys)  # want: JOL802 (info) "does not promise"


def the_same_bits(key):
    start = scattered(key, 1.0)
    return start + random.uniform(key, (3,))  # want: JOL802 (warning) "not independent"


def children_of_both(key, rate):
    arrivals = counted(key, rate)
    return arrivals + spread_out(key)  # want: JOL802 (info) "not independent"


def drawn_from_the_new_keys(key):
    row = random.randint(key, (), 0, 10)
    key, sub = random.split(key)  # want: JOL802 (info) "`random.randint` splits it into the same"
    return row, random.normal(sub), key


def two_kinds_that_split(key, items):
    row = random.randint(key, (), 0, 10)
    order = random.permutation(key, items)  # want: JOL802 (info) "does not promise"
    return row, order


def two_kinds_of_children(key, rate):
    row = random.randint(key, (), 0, 10)
    return row, random.poisson(key, rate)  # want: JOL802 (warning) "both split it into the same"
