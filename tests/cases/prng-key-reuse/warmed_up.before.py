# not executed: the drawn numbers change on purpose
"""Keys of a call whose result is dropped, so that it is compiled before the loop."""

from jax import random


def train(pick, update, make, params, key, n):
    pick_key, features_key = random.split(key)
    features = make(features_key)
    index = pick(0, pick_key)
    update(params, index, features)
    for i in range(n):
        key, pick_key, features_key = random.split(key, 3)  # want: JOL802 info
        params = update(params, pick(i, pick_key), make(features_key))
    return params


def kept(pick, update, make, params, key, n):
    pick_key, features_key = random.split(key)
    params = update(params, pick(0, pick_key), make(features_key))
    for i in range(n):
        key, pick_key, features_key = random.split(key, 3)  # want: JOL802 warning
        params = update(params, pick(i, pick_key), make(features_key))
    return params


def shown(draw, key, shape):
    draw(key, shape)
    print(random.normal(key, shape))
    return random.uniform(key, shape)  # want: JOL802 warning
