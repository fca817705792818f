"""Each element of a result uses one of the draws at the most."""

import jax
import jax.numpy as jnp
from jax import random


class Box:
    def __init__(self, low, high):
        self.low, self.high = low, high

    @property
    def from_below(self):
        return self.low > -jnp.inf

    def sample(self, key):
        below, above = self.from_below, self.high < jnp.inf
        free = ~below & ~above
        rising = below & ~above
        both = below & above
        anywhere = random.normal(key, self.low.shape)
        up = random.exponential(key, self.low.shape) + self.low
        within = random.uniform(key, self.low.shape) * (self.high - self.low) + self.low
        parts = jnp.stack([anywhere * free, up * rising, within * both])
        return jnp.sum(parts, axis=0)


def one_of_three(key, size):
    key, which, first = random.split(key, 3)
    chosen = jnp.zeros([3])
    place = random.choice(which, 3)
    chosen = chosen.at[place].set(1)
    x = random.exponential(first, (size, 4))
    length = jnp.linalg.norm(x)
    inputs = x / length * chosen[0]
    x = random.normal(first, (size, 4))
    length = jnp.linalg.norm(x)
    inputs += x / length * chosen[1]
    x = random.laplace(first, (size, 4))
    length = jnp.linalg.norm(x)
    inputs += x / length * chosen[2]
    return inputs


def by_one_hot(key, kind):
    picked = jax.nn.one_hot(jnp.argmax(kind), 2)
    flat = random.uniform(key, kind.shape)
    bent = random.normal(key, kind.shape)
    return flat * picked[0] + jnp.tanh(bent) * picked[1]


class Counts:
    def added_up(self, key, rate):
        steps = random.exponential(key, (50, *rate.shape)) / rate
        return jnp.sum(jnp.cumsum(steps, axis=0) < 1.0, axis=0)

    def sample(self, key, rate, most):
        z = random.normal(key, rate.shape)
        return jnp.where(rate < most, self.added_up(key, rate), rate + jnp.sqrt(rate) * z)


def one_after_the_other(key, x, kind):
    bright = random.uniform(key, x.shape)
    x = jnp.where(kind == 0, x * bright, x)
    dark = random.normal(key, x.shape)
    x = jnp.where(kind == 1, x - dark, x)
    return x


def in_three_arms(key, first, second, shape):
    a = random.normal(key, shape)
    b = random.uniform(key, shape)
    c = random.laplace(key, shape)
    return jnp.where(first, a, jnp.where(second, b, c))


def biases_of_nothing(key, sizes):
    kernel = random.normal(key, sizes) * 0.1
    bias = random.normal(key, sizes[-1:]) * 0
    return kernel, bias
