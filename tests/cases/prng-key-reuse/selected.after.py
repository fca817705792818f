# not executed: the drawn numbers change on purpose
"""A select computes all of its arms: what it draws meets what others draw."""

import jax
import jax.numpy as jnp
from jax import random


def two_selects(key, a, b):
    key_1, key_2 = random.split(key)
    one = jnp.where(a, random.normal(key_1), 0.0)
    two = jnp.where(b, random.uniform(key_2), 0.0)
    return one + two


def afterwards(key, a):
    key_1, key_2 = random.split(key)
    one = jax.lax.select(a, random.normal(key_1), 0.0)
    return one + random.uniform(key_2)


def noisy(key, mask):
    return jnp.where(mask, random.normal(key, mask.shape), 0.0)


def through_a_function(key, mask):
    key_1, key_2 = random.split(key)
    return noisy(key_1, mask) + random.normal(key_2, mask.shape)


def on_every_turn(key, masks):
    return [jnp.where(m, random.normal(key, m.shape), 0.0) for m in masks]


def read_before_it_returns(key, size, angle=None):
    if angle is None:
        angle = jnp.pi * random.uniform(key)
    scale = jnp.cos(angle)
    if size == 1:
        return random.uniform(key) * scale
    return scale
