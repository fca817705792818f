# not executed: hundreds of turns, each compiled by itself
"""A curve over a few settings, or over many, worked out once; and over a few, again and again."""

import jax
import jax.numpy as jnp


def error(share, first, second, xs):
    # The straight way from one to the other.
    return jnp.mean(jnp.tanh(xs @ ((1 - share) * first + share * second)) ** 2)


def few(first, second, xs):
    shares = jnp.linspace(0, 1, num=25)
    return jnp.array([error(s, first, second, xs) for s in shares])  # want: JOL201 (info)


def many(first, second, xs):
    shares = jnp.linspace(0, 1, num=200)
    return jnp.array([error(s, first, second, xs) for s in shares])  # want: JOL201 (info)


def curve(first, second, xs):
    shares = jnp.arange(0, 1, 0.125)
    return jnp.array([error(s, first, second, xs) for s in shares])  # want: JOL201 (warning)


def curves(first, second, batches):
    return [curve(first, second, xs) for xs in batches]


def inputs(key):
    return (jax.random.normal(key, (3,)), jnp.ones((3,)), jax.random.normal(key, (4, 3)))


def run(first, second, xs):
    return few(first, second, xs), many(first, second, xs), curves(first, second, [xs + k for k in range(40)])[0]
