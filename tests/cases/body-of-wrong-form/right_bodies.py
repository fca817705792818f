"""Functions that fit, that take more or less as they are written, and that are not in sight."""

from functools import partial

import jax
import jax.numpy as jnp


def doubled(x):
    return 2 * x


def made(scale):
    def inner(x):
        return scale * x

    return inner


def scanned(rows, f):
    def step(state, row, rate=0.1):
        return state + rate * row, None

    def taken(*args):
        return args[0], args[1]

    a = jax.lax.scan(step, 0.0, rows)
    b = jax.lax.scan(taken, 0.0, rows)
    c = jax.lax.scan(partial(f, 3), 0.0, rows)
    d = jax.lax.scan(lambda c, _: (c, None), 0.0, length=3)
    return a, b, c, d


def given(rows):
    def step(state, row):
        out = state + row
        both = (out, out)
        return both

    return jax.lax.scan(step, 0.0, rows)


@jax.jit
def chosen(x, i):
    a = jax.lax.cond(x.sum() > 0, doubled, made(3), x)
    b = jax.lax.cond(x.sum() > 0, made(2), jnp.sin, x)
    c = jax.lax.cond(x.sum() > 0, lambda: (x, 1), lambda: (2 * x, 0))
    return jax.lax.switch(i, [jnp.sin, doubled], x), a, b, c


def kernel(x_ref, o_ref):
    def body(i, _):
        o_ref[i] = 2 * x_ref[i]

    jax.lax.fori_loop(0, 8, body, None)


def looped(x):
    def body(i, state):
        if x.ndim:
            return state + i
        raise ValueError("no rows")

    return jax.lax.fori_loop(0, 3, body, x)


def one_step(params, rate, state, row):
    new = state + rate * params["w"] * row
    return new, new


def unpacked(params, rate, rows, more):
    a = jax.lax.scan(partial(one_step, *(params, rate)), 0.0, rows)
    b = jax.lax.scan(partial(one_step, *more), 0.0, rows)
    c = jax.lax.scan(partial(one_step, params, *[rate]), 0.0, rows)
    return a, b, c
