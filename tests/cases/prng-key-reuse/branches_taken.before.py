# not executed: the drawn numbers change on purpose
"""That two branches are gone into in one run, or one of what is called, is assumed."""

from jax import random


def bounded(key, low, high, shape):
    sample = 0.0
    if low is not None:
        sample = random.uniform(key, shape, minval=low)
    if high is not None:
        sample = sample + random.normal(key, shape)  # want: JOL802 (info) "same random bits"
    return sample


def placed(key, points, jitter):
    if jitter:
        points = points + random.normal(key, points.shape)
    return points


def rendered(key, points, jitter):
    points = points + random.uniform(key, points.shape)
    return placed(key, points, jitter)  # want: JOL802 (info) "not independent"


def always_rendered(key, points):
    points = points + random.uniform(key, points.shape)
    return placed(key, points, True)  # want: JOL802 (warning) "not independent"
