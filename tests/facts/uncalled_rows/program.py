"""What a program calls of its functions, and what it does not."""

import functools

import jax
import jax.numpy as jnp

REGISTERED = {}


def register(function):
    REGISTERED[function.__name__] = function
    return function


def train(x):
    return step(x)


@jax.jit
def step(x):
    return scaled(x)


def scaled(x, by=jnp.float32(2)):
    return x * by


def default():
    return 3


def shifted(x, by=default()):  # fact: uncalled_rows uncalled
    return helper(x) + by


def helper(x):  # fact: uncalled_rows uncalled
    return jnp.sin(x)


@functools.partial(jax.jit, static_argnums=1)
def again(x, n):  # fact: uncalled_rows uncalled
    return again(x, n - 1) if n else x


class Batches:  # fact: uncalled_rows uncalled
    def take(self, n):  # fact: uncalled_rows uncalled
        return helper(n)


@register
def noted(x):
    return -x


def by_text(x):
    return x


if __name__ == "__main__":
    print(train(jnp.ones(3)), "by_text")
