# not executed: nothing is rewritten
"""A draw that takes the place of another one, and one that is added to it."""

import jax.numpy as jnp
from jax import random


def inverted(params, key, image):
    return image + random.normal(key, params.shape)


def added(params, key, image):
    latent = random.normal(key, params.shape)
    if image is not None:
        latent = inverted(params, key, latent)  # want: JOL802 (warning)
    return latent


def read_in_between(params, key, image):
    latent = random.normal(key, params.shape)
    energy = (latent**2).sum()
    latent = inverted(params, key, image)  # want: JOL802 (warning)
    return latent, energy


def in_one_statement(key, size):
    states = jnp.concatenate([
        random.uniform(key, (size, 1)),
        random.uniform(key, (size, 1), minval=-1.0),  # want: JOL802 (warning)
    ])
    return states
