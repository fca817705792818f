# not executed: a fix draws other numbers
import jax
from jax import random


def noisy(x, key, train=False):
    return train and x + random.normal(key, x.shape) or x


def blurred(x, key, scales=()):
    for scale in scales:
        key, draw = random.split(key)
        x = x + scale * random.normal(draw, x.shape)
    return x


def shaken(x, key, *, extra=0):
    for number in range(extra):
        key, draw = random.split(key)
        x = x + random.normal(draw, x.shape)
    return x


def dropped(x, key, train=False):
    keep = lambda k: random.bernoulli(k, 0.5, x.shape) * x
    return jax.lax.cond(train, keep, lambda k: x, key)


def masked(x, key, mask=None):
    if mask is None:
        return x
    return x * random.bernoulli(key, mask, x.shape)


def with_defaults(x, key):
    # None of these touches the key.
    x = noisy(x, key)
    x = blurred(x, key)
    x = shaken(x, key)
    x = dropped(x, key)
    x = masked(x, key)
    return x + random.normal(key, x.shape)


def given_scales(x, key):
    x = blurred(x, key, [0.1, 0.2])
    return x + random.normal(key, x.shape)  # want: JOL802 "used up by `blurred`"


def given_a_number(x, key, n):
    x = shaken(x, key, extra=n)
    return x + random.normal(key, x.shape)  # want: JOL802 "used up by `shaken`"


def given_a_mode(x, key):
    x = dropped(x, key, train=True)
    return x + random.normal(key, x.shape)  # want: JOL802 "used up by `dropped`"
