# not executed: the drawn numbers change on purpose
"""Whole numbers of one key are remainders of one number: by 3 and by 2 they have nothing in common,
by 4 and by 2 they have."""

import jax
from jax import random

KINDS = 3


def apart(key):
    kind = random.randint(key, (), 0, KINDS)
    side = random.randint(key, (), 0, 2)  # want: JOL802 (info) "JAX does not promise"
    return kind, side


def in_a_branch(key, free):
    kind = random.randint(key, (), 0, 3)
    side = jax.lax.cond(  # want: JOL802 (info) "JAX does not promise"
        free,
        lambda _: random.randint(key, (), 0, 2),
        lambda _: 0,
        None,
    )
    return kind, side


def a_factor_in_common(key):
    kind = random.randint(key, (), 0, 4)
    side = random.randint(key, (), 0, 2)  # want: JOL802 (warning) "same random bits"
    return kind, side


def masks_of_other_things(key, kind, place):
    coal = random.randint(key, (8,), 0, 4) * (kind == 0)
    iron = random.randint(key, (8,), 0, 6) * (place == 1)  # want: JOL802 (warning) "same random"
    return coal, iron
