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


# What an unknown decorator makes of it is not known.
@memoized
def kept(x):
    return jax.lax.scan(lambda c, _: (c * 0.5, None), x, None, length=9)[0]


# Handed to what may trace it.
def handed(x):
    return jax.lax.scan(lambda c, _: (c * 0.5, None), x, None, length=9)[0]


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
    print(kept(jnp.ones(3)))
    print(traced_there(handed)(jnp.ones(3)))
    print(main())
