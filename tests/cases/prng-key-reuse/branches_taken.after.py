# not executed: the drawn numbers change on purpose
"""That two branches are gone into in one run, or one of what is called, is assumed."""

from jax import random


def bounded(key, low, high, shape):
    sample = 0.0
    if low is not None:
        sample = random.uniform(key, shape, minval=low)
    if high is not None:
        sample = sample + random.normal(key, shape)
    return sample


def placed(key, points, jitter):
    if jitter:
        points = points + random.normal(key, points.shape)
    return points


def rendered(key, points, jitter):
    key_1, key_2 = random.split(key)
    points = points + random.uniform(key_1, points.shape)
    return placed(key_2, points, jitter)


def always_rendered(key, points):
    key_1, key_2 = random.split(key)
    points = points + random.uniform(key_1, points.shape)
    return placed(key_2, points, True)
