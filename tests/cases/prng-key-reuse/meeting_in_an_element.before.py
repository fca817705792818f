# not executed: the drawn numbers change on purpose
"""Draws that look like alternatives and meet all the same."""

import jax
import jax.numpy as jnp
from jax import random


def shared_by_the_next(key, x, kind):
    bright = random.uniform(key, x.shape)
    x = jnp.where(kind > 0, x * bright, x)
    dark = random.normal(key, x.shape)  # want: JOL802 (warning) "same random bits"
    x = jnp.where(kind > 1, x - dark, x)
    return x


def asked_by_the_test(key, x):
    coin = random.uniform(key, x.shape)
    noise = random.normal(key, x.shape)  # want: JOL802 (warning) "same random bits"
    return jnp.where(coin < 0.5, noise, x)


def read_once_more(key, x, mask):
    a = random.normal(key, x.shape)
    b = random.uniform(key, x.shape)  # want: JOL802 (warning) "same random bits"
    return jnp.where(mask, a, b), a


def many_hot(key, places, size):
    chosen = jnp.zeros([3]).at[places].set(1)
    first = random.normal(key, (size,)) * chosen[0]
    second = random.uniform(key, (size,)) * chosen[1]  # want: JOL802 (warning) "same random bits"
    return first + second


def blended(key, x, weight):
    first = random.normal(key, x.shape) * weight
    second = random.uniform(key, x.shape) * (1 - weight)  # want: JOL802 (warning) "same random"
    return first + second


def stored_in_another_arm(key, x, mask, twice):
    if twice:
        a = random.normal(key, x.shape)
    else:
        a = jnp.zeros(x.shape)
    b = random.uniform(key, x.shape)  # want: JOL802 (warning) "same random bits"
    x = jnp.where(mask, a, b)
    return x + a
