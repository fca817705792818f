import abc
import functools

import jax
import jax.numpy as jnp
import ninjax as nj
import pytest


def reverse(x, alpha, sigma=1.0, *rest, key=None, **options):
    return x / jnp.sqrt(alpha) + sigma


def wrapped(function):
    @functools.wraps(function)
    def inner(x):
        return function(x, 1.0)

    return inner


@wrapped
def given_more(x, alpha):
    return x * alpha


@functools.partial(jax.jit, static_argnums=1)
def compiled(x, n):
    return x * n


class Base(abc.ABC):
    def loss(self, x, y):
        raise NotImplementedError

    def total(self, x):
        return self.loss(x)


class Model(Base):
    def loss(self, x):
        return jnp.sum(x)


class Meta(type):
    def __call__(cls, *args):
        return super().__call__(*args, 1)


class Made(metaclass=Meta):
    def __init__(self, x, number):
        self.x = x * number


class Unit(nj.Module):
    stage: int = 3

    def __init__(self, hidden):
        self.hidden = hidden


class Created:
    def __new__(cls, x):
        made = super().__new__(cls)
        made.__init__(x, 2)
        return made

    def __init__(self, x, number=None):
        self.x = x


def fallback(x):
    return x


if jax.default_backend() == "cpu":

    def chosen(x):
        return x

else:

    def chosen(x, y):
        return x + y


def main(x, args, options, fallback=None):
    x = reverse(x, 1.0, 2.0, 3.0, key=None, more=1) + reverse(*args) + reverse(x, **options)
    x = given_more(x) + compiled(x, 2) + Made(x).x + Created(x).x + chosen(x)
    x = Unit(3, stage=2).hidden + functools.partial(reverse, x)(2.0) + jax.vmap(reverse)(x, x)
    return fallback(x, 1)


def test_raises(x):
    with pytest.raises(TypeError):
        reverse(x)


class Reader:
    async def read(self, name):
        return name

    async def read_all(self, names):
        return [await self.read(name) for name in names]


class Loader:
    """Functions for the class, which nobody has marked: on the class they stand as written."""

    def renamed(keys, scale, name):
        return {f"{name}.{key}": scale for key in keys}

    def of_object(self, keys):
        return keys

    @classmethod
    def loaded(cls, keys):
        return cls.renamed(keys, 1.0, "net"), cls.of_object(cls(), keys)
