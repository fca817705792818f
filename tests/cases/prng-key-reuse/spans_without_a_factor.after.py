# not executed: the drawn numbers change on purpose
"""Whole numbers of one key are remainders of one number: by 3 and by 2 they have nothing in common,
by 4 and by 2 they have."""

import jax
from jax import random

KINDS = 3


def apart(key):
    key_1, key_2 = random.split(key)
    kind = random.randint(key_1, (), 0, KINDS)
    side = random.randint(key_2, (), 0, 2)
    return kind, side


def in_a_branch(key, free):
    kind = random.randint(key, (), 0, 3)
    side = jax.lax.cond(
        free,
        lambda _: random.randint(key, (), 0, 2),
        lambda _: 0,
        None,
    )
    return kind, side


def a_factor_in_common(key):
    key_1, key_2 = random.split(key)
    kind = random.randint(key_1, (), 0, 4)
    side = random.randint(key_2, (), 0, 2)
    return kind, side


def masks_of_other_things(key, kind, place):
    key_1, key_2 = random.split(key)
    coal = random.randint(key_1, (8,), 0, 4) * (kind == 0)
    iron = random.randint(key_2, (8,), 0, 6) * (place == 1)
    return coal, iron
