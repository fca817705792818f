# not executed: nothing is rewritten
"""A draw that takes the place of another one, and one that is added to it."""

import jax.numpy as jnp
from jax import random


def inverted(params, key, image):
    return image + random.normal(key, params.shape)


def added(params, key, image):
    latent = random.normal(key, params.shape)
    if image is not None:
        latent = inverted(params, key, latent)
    return latent


def read_in_between(params, key, image):
    key_1, key_2 = random.split(key)
    latent = random.normal(key_1, params.shape)
    energy = (latent**2).sum()
    latent = inverted(params, key_2, image)
    return latent, energy


def in_one_statement(key, size):
    key_1, key_2 = random.split(key)
    states = jnp.concatenate([
        random.uniform(key_1, (size, 1)),
        random.uniform(key_2, (size, 1), minval=-1.0),
    ])
    return states
