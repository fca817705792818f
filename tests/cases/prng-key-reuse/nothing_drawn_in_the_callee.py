"""Functions that split a key and draw nothing from what they get of it, and draws that nobody reads."""

import jax
from jax import random


def early(params, key):
    first, rest = random.split(key)
    return params * 2


def late(params, key):
    _ = random.normal(key, params.shape)
    return params * 3


def both(params, key):
    return early(params, key), late(params, key)


def one_of_them(params, key):
    moved = early(params, key)
    return moved + random.normal(key, params.shape)


def inverted(params, key, image):
    return image + random.normal(key, params.shape)


def replaced(params, key, image):
    latent = random.normal(key, params.shape)
    if image is not None:
        scaled = image * 2
        latent = inverted(params, key, scaled)
    return jax.numpy.tanh(latent)
