"""Scans that carry something, on one of two ways or under the old name, or tell the outside."""

import jax
import jax.numpy as jnp


def sums(xs):
    def step(total, x):
        total = total + x
        return total, total

    return jax.lax.scan(step, 0.0, xs)


def new_one(h, xs):
    def step(h, x):
        new = jnp.tanh(h + x)
        return new, new

    return jax.lax.scan(step, h, xs)


def printed(xs):
    def step(carry, x):
        jax.debug.print("{}", x)
        return carry, x * 2

    return jax.lax.scan(step, None, xs)


def on_one_way(h, xs, keep):
    def step(h, x):
        if keep:
            return h, x
        return h + x, x

    return jax.lax.scan(step, h, xs)


def repeated(h):
    return jax.lax.scan(lambda h, _: (h, h * 2), h, None, length=64)


def few(h, xs):
    return jax.lax.scan(lambda h, x: (h, x * 2), h, xs, length=4)


def only_checked(xs, length):
    jax.lax.scan(lambda c, x: (c, None), None, xs, length=length)
    return length
