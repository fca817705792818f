# not executed: the drawn numbers change on purpose
"""An order is sorted by numbers of one of two keys, and a whole number adds up those of both: the
one says nothing of the other. Two orders of other lengths begin with the same numbers."""

import jax
import jax.numpy as jnp
from jax import random


def placed(key, cells, count):
    key, own = random.split(key)
    own_1, own_2 = random.split(own)
    free = random.permutation(own_1, cells)
    board = jnp.zeros((9, 9), jnp.int8).at[free[:count, 0], free[:count, 1]].set(1)
    turned = random.randint(own_2, (count,), 0, 4, jnp.int8)
    return board, turned


def put_back(key, cells):
    key_1, key_2 = random.split(key)
    at = random.choice(key_1, cells, shape=(), replace=False)
    facing = random.randint(key_2, (2,), 0, 3)
    return at, facing


def who_gives_way(key, cells):
    key_1, key_2 = random.split(key)
    first = random.choice(key_1, jnp.array([0, 1]))
    return first, put_back(key_2, cells)


def two_orders(key, cells, coins):
    key_1, key_2 = random.split(key)
    at = random.choice(key_1, cells, shape=(), replace=False)
    board = jnp.zeros((9, 9), jnp.int8)
    board = board.at[at[0], at[1]].set(1)
    spread = random.permutation(key_2, coins)
    return board, spread


def two_numbers(key, kinds, sides):
    key_1, key_2 = random.split(key)
    kind = random.randint(key_1, (), 0, kinds)
    other = jnp.sqrt(kind)
    limit = other + 1
    side = random.choice(key_2, sides)
    return limit, side
