"""Draws that can give one value only, and such of which one is masked where the other is not."""

from jax import random


def place(key, low, high):
    position = random.uniform(key, (3,), minval=low, maxval=high)
    turned = random.uniform(key, (4,), minval=-0.0, maxval=0.0)
    return position, turned


def loot(key):
    return random.randint(key, (), 1, 4), random.randint(key, (), 3, 4)


def found_in_the_chest(key, kind, opened):
    coal = random.randint(key, (), minval=1, maxval=5) * (kind == 0) * opened
    iron = random.randint(key, (), minval=1, maxval=3) * (kind == 1) * opened
    return coal, iron
