"""What is given to two `init`s and is no key, or is another key each time."""

from jax import random


def states(adam, sgd, params):
    first = adam.init(params, 0.1)
    second = sgd.init(params, 0.1)
    return first, second


def networks(encoder, value, key, example):
    keys = random.split(key)
    encoded = encoder.init(keys[0], example)
    latent = encoder.apply(encoded, example)
    return encoded, value.init(keys[1], latent)


def twice_the_same(encoder, key, example):
    # A target network begins as the network does.
    online = encoder.init(key, example)
    target = encoder.init(key, example)
    return encoder.apply(online, example), target
