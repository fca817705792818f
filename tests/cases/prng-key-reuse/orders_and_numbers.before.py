# not executed: the drawn numbers change on purpose
"""An order is sorted by numbers of one of two keys, and a whole number adds up those of both: the
one says nothing of the other. Two orders of other lengths begin with the same numbers."""

import jax
import jax.numpy as jnp
from jax import random


def placed(key, cells, count):
    key, own = random.split(key)
    free = random.permutation(own, cells)
    board = jnp.zeros((9, 9), jnp.int8).at[free[:count, 0], free[:count, 1]].set(1)
    turned = random.randint(own, (count,), 0, 4, jnp.int8)  # want: JOL802 (info) "promise"
    return board, turned


def put_back(key, cells):
    at = random.choice(key, cells, shape=(), replace=False)
    facing = random.randint(key, (2,), 0, 3)  # want: JOL802 (info) "does not promise"
    return at, facing


def who_gives_way(key, cells):
    first = random.choice(key, jnp.array([0, 1]))
    return first, put_back(key, cells)  # want: JOL802 (info) "are independent"


def two_orders(key, cells, coins):
    at = random.choice(key, cells, shape=(), replace=False)
    board = jnp.zeros((9, 9), jnp.int8)
    board = board.at[at[0], at[1]].set(1)
    spread = random.permutation(key, coins)  # want: JOL802 (warning) "both split it into the same"
    return board, spread


def two_numbers(key, kinds, sides):
    kind = random.randint(key, (), 0, kinds)
    other = jnp.sqrt(kind)
    limit = other + 1
    side = random.choice(key, sides)  # want: JOL802 (warning) "both split it into the same"
    return limit, side
