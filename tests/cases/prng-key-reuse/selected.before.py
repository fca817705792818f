# not executed: the drawn numbers change on purpose
"""A select computes all of its arms: what it draws meets what others draw."""

import jax
import jax.numpy as jnp
from jax import random


def two_selects(key, a, b):
    one = jnp.where(a, random.normal(key), 0.0)
    two = jnp.where(b, random.uniform(key), 0.0)  # want: JOL802
    return one + two


def afterwards(key, a):
    one = jax.lax.select(a, random.normal(key), 0.0)
    return one + random.uniform(key)  # want: JOL802


def noisy(key, mask):
    return jnp.where(mask, random.normal(key, mask.shape), 0.0)


def through_a_function(key, mask):
    return noisy(key, mask) + random.normal(key, mask.shape)  # want: JOL802


def on_every_turn(key, masks):
    return [jnp.where(m, random.normal(key, m.shape), 0.0) for m in masks]  # want: JOL802


def read_before_it_returns(key, size, angle=None):
    if angle is None:
        angle = jnp.pi * random.uniform(key)
    scale = jnp.cos(angle)
    if size == 1:
        return random.uniform(key) * scale  # want: JOL802
    return scale
