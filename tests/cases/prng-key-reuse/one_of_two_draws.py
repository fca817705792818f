"""Only one of the two draws reaches what the function returns."""

import jax
import jax.numpy as jnp
from jax import random


def on_disc(key, radius):
    return radius * random.uniform(key, (2,))


def on_square(key, side):
    return side * random.normal(key, (2,))


def on_shape(key, is_disc, size):
    return jax.lax.select(is_disc, on_disc(key, size), on_square(key, size))


def by_element(key, mask):
    return jnp.where(mask, random.normal(key, mask.shape), random.uniform(key, mask.shape))


def by_keyword(key, flag):
    return jax.lax.select(
        flag, on_true=random.normal(key, (3,)), on_false=random.uniform(key, (3,))
    )


def turned(key, size, angle=None):
    first, second = random.split(key)
    if angle is None:
        angle = jnp.pi * random.uniform(first)
    if size == 1:
        return random.uniform(first) * jnp.eye(1)
    return jnp.cos(angle) * random.normal(second, (size, size))
