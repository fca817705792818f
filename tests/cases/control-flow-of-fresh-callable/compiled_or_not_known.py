"""Something compiles these, nobody is seen to call them, or what they give is found again."""

from functools import partial

import flax.linen as nn
import jax
import jax.numpy as jnp

from my_project import memoized, traced_there


@partial(jax.jit, static_argnames="steps")
def compiled(matrix, b, steps):
    def step(i, x):
        return x + 0.1 * (b - matrix @ x)

    return jax.lax.fori_loop(0, steps, step, jnp.zeros_like(b))


# Called by compiled code alone.
def inner(x):
    return jax.lax.scan(lambda c, _: (c * 0.5, None), x, None, length=9)[0]


@jax.jit
def outer(x):
    return inner(x)


# Nobody of the project calls it: those who do may compile it.
def of_a_library(x):
    return jax.lax.scan(lambda c, _: (c * 0.5, None), x, None, length=9)[0]


def halved(c, _):
    return c * 0.5, None


# The function is the same each time.
def found_again(x):
    return jax.lax.scan(halved, x, None, length=9)[0]


def doubled(x):
    return 2.0 * x


# Neither branch is made by the call.
def found_by_both(x):
    return jax.lax.cond(x[0] > 0, doubled, jnp.sin, x)


def found_in_a_list(which, x):
    return jax.lax.switch(which, (doubled, jnp.sin), x)


# It compiles nothing: it hands out its operations one by one.
def associative(x):
    return jax.lax.associative_scan(lambda a, b: a + b, x)


@jax.jit
def mapped(x):
    return jax.lax.map(lambda row: 0.5 * row, x)


# What an unknown decorator makes of it is not known.
@memoized
def kept(x):
    return jax.lax.scan(lambda c, _: (c * 0.5, None), x, None, length=9)[0]


# Handed to what may trace it.
def handed(x):
    return jax.lax.scan(lambda c, _: (c * 0.5, None), x, None, length=9)[0]


class Sums:
    def __init__(self, factor):
        self.bound = partial(scaled, factor)

    @staticmethod
    def halve(c, _):
        return 0.5 * c, None

    # The class holds the one function, and the object the other.
    def halved(self, x):
        return jax.lax.scan(self.halve, x, None, length=9)[0]

    def scaled(self, x):
        return jax.lax.while_loop(positive, self.bound, x)


def scaled(factor, x):
    return factor * x


def positive(x):
    return jnp.max(x) > 0.5


# It runs once.
def main():
    return jax.lax.scan(lambda c, _: (c * 0.5, None), jnp.ones(3), None, length=9)[0]


class Cell(nn.Module):
    def __call__(self, x):
        return jax.lax.scan(lambda c, _: (c * 0.5, None), x, None, length=9)[0]


if __name__ == "__main__":
    print(compiled(jnp.eye(3), jnp.ones(3), steps=3))
    print(outer(jnp.ones(3)))
    print(found_again(jnp.ones(3)))
    print(Sums(0.5).halved(jnp.ones(3)), Sums(0.5).scaled(jnp.ones(3)))
    print(found_by_both(jnp.ones(3)), found_in_a_list(0, jnp.ones(3)))
    print(associative(jnp.ones(3)), mapped(jnp.ones(3)))
    print(kept(jnp.ones(3)))
    print(traced_there(handed)(jnp.ones(3)))
    print(main())
