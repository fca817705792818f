# not executed: the drawn numbers change on purpose
import jax
from jax import random


def two_draws(key, x):
    # A shift and a noise.
    key_1, key_2 = random.split(key)
    shift = random.uniform(key_1)
    noise = random.normal(key_2, x.shape)
    return x + shift + noise


def third_draw(rng, n):
    rng, sub = random.split(rng)
    sub_1, sub_2, sub_3 = random.split(sub, 3)
    a = random.normal(sub_1, (n,))
    b = random.bernoulli(sub_2, 0.5, (n,))
    c = random.gamma(key=sub_3, a=2.0, shape=(n,))
    return rng, a, b, c


def parent_drawn_from(rng, shape):
    rng, sub = random.split(rng)
    rng_1, rng_2 = random.split(rng)
    first = random.normal(rng_1, shape)
    rng, sub_2 = random.split(rng_2)
    return first, random.normal(sub, shape), random.normal(sub_2, shape), rng


def prefix_keys_are_equal(key):
    key_1, key_2 = random.split(key)
    k1, k2, k3 = random.split(key_1, 3)
    x = random.normal(k1) + random.uniform(k2) + random.normal(k3)
    k4, k5 = random.split(key_2)
    return x + random.normal(k4) + random.normal(k5)


def in_one_expression(key, shape):
    key_1, key_2 = random.split(key)
    return random.normal(key_1, shape) * random.bernoulli(key_2, 0.1, shape)


def read_on(key, shape):
    key, key_1, key_2 = random.split(key, 3)
    x = random.normal(key_1, shape)
    y = random.uniform(key_2, shape)
    return x + y, key


def sample_position(key, n):
    return random.uniform(key, (n, 2))


def sample_angle(key, n):
    return random.uniform(key, (n,)) * 6.0


def through_functions(key, n):
    key_1, key_2 = random.split(key)
    position = sample_position(key_1, n)
    angle = sample_angle(key_2, n)
    return position, angle


def name_is_taken(key, key_1):
    key_1_2, key_2 = random.split(key)
    a = random.normal(key_1_2)
    b = random.normal(key_2)
    return a + b + random.normal(key_1)
