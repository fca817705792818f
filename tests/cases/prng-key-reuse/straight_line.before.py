# not executed: the drawn numbers change on purpose
import jax
from jax import random


def two_draws(key, x):
    # A shift and a noise.
    shift = random.uniform(key)
    noise = random.normal(key, x.shape)  # want: JOL802 "`key` was used up by `random.uniform` .line 8.: both draw from the same random bits"
    return x + shift + noise


def third_draw(rng, n):
    rng, sub = random.split(rng)
    a = random.normal(sub, (n,))
    b = random.bernoulli(sub, 0.5, (n,))  # want: JOL802
    c = random.gamma(key=sub, a=2.0, shape=(n,))  # want: JOL802
    return rng, a, b, c


def parent_drawn_from(rng, shape):
    rng, sub = random.split(rng)
    first = random.normal(rng, shape)
    rng, sub_2 = random.split(rng)  # want: JOL802 "the draw and the new keys are made of the same random bits"
    return first, random.normal(sub, shape), random.normal(sub_2, shape), rng


def prefix_keys_are_equal(key):
    k1, k2, k3 = random.split(key, 3)
    x = random.normal(k1) + random.uniform(k2) + random.normal(k3)
    k4, k5 = random.split(key)  # want: JOL802 "both splits give the same keys"
    return x + random.normal(k4) + random.normal(k5)


def in_one_expression(key, shape):
    return random.normal(key, shape) * random.bernoulli(key, 0.1, shape)  # want: JOL802


def read_on(key, shape):
    x = random.normal(key, shape)
    y = random.uniform(key, shape)  # want: JOL802
    return x + y, key


def sample_position(key, n):
    return random.uniform(key, (n, 2))


def sample_angle(key, n):
    return random.uniform(key, (n,)) * 6.0


def through_functions(key, n):
    position = sample_position(key, n)
    angle = sample_angle(key, n)  # want: JOL802 "`key` was used up by `sample_position`"
    return position, angle


def name_is_taken(key, key_1):
    a = random.normal(key)
    b = random.normal(key)  # want: JOL802
    return a + b + random.normal(key_1)
