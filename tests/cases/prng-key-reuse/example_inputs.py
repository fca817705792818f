"""What only initialises a model needs a shape, not fresh numbers."""
import jax
from jax import random


def create(model, key):
    tokens = random.randint(key, (1, 8), 0, 100)
    image = random.normal(key, (1, 32, 32, 3))
    return model.init(key, tokens, image)


def shapes(model, key):
    x = random.normal(key, (4, 8))
    t = random.uniform(key, (4,))
    return jax.eval_shape(model.apply, x, t)


def looked_at_here(key, width):
    x = random.normal(key, (4, width))
    return random.normal(key, x.shape)


def embedded(key, x, width):
    return random.normal(key, (x.shape[-1], width))


def through_a_function(key, width):
    return embedded(key, random.uniform(key, (4, 8)), width)
