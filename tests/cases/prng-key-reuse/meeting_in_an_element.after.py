# not executed: the drawn numbers change on purpose
"""Draws that look like alternatives and meet all the same."""

import jax
import jax.numpy as jnp
from jax import random


def shared_by_the_next(key, x, kind):
    key_1, key_2 = random.split(key)
    bright = random.uniform(key_1, x.shape)
    x = jnp.where(kind > 0, x * bright, x)
    dark = random.normal(key_2, x.shape)
    x = jnp.where(kind > 1, x - dark, x)
    return x


def asked_by_the_test(key, x):
    key_1, key_2 = random.split(key)
    coin = random.uniform(key_1, x.shape)
    noise = random.normal(key_2, x.shape)
    return jnp.where(coin < 0.5, noise, x)


def read_once_more(key, x, mask):
    key_1, key_2 = random.split(key)
    a = random.normal(key_1, x.shape)
    b = random.uniform(key_2, x.shape)
    return jnp.where(mask, a, b), a


def many_hot(key, places, size):
    chosen = jnp.zeros([3]).at[places].set(1)
    key_1, key_2 = random.split(key)
    first = random.normal(key_1, (size,)) * chosen[0]
    second = random.uniform(key_2, (size,)) * chosen[1]
    return first + second


def blended(key, x, weight):
    key_1, key_2 = random.split(key)
    first = random.normal(key_1, x.shape) * weight
    second = random.uniform(key_2, x.shape) * (1 - weight)
    return first + second


def stored_in_another_arm(key, x, mask, twice):
    if twice:
        a = random.normal(key, x.shape)
    else:
        a = jnp.zeros(x.shape)
    b = random.uniform(key, x.shape)
    x = jnp.where(mask, a, b)
    return x + a
