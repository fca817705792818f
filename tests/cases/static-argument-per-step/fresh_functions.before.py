# not executed: reported without a fix
"""A function that is made anew is another static value, whatever it says."""

from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnums=0)
def walked(energy, x, key):
    move = x + 0.1 * jax.random.normal(key, x.shape)
    return jnp.where(energy(move) < energy(x), move, x)


def annealed(energy, scales, x, key, n):
    for i in range(n):
        key, part = jax.random.split(key)
        x = walked(lambda y: energy(y) * scales[i], x, part)  # want: JOL107 (warning) "gets a new function on every iteration"
    return x


def by_partial(energy, scales, x, key, n):
    for i in range(n):
        scaled = partial(energy, scales[i])
        x = walked(scaled, x, key)  # want: JOL107 (warning) "gets a new function"
    return x


def by_definition(energy, scales, x, key, n):
    for i in range(n):

        def scaled(y):
            return energy(y) * scales[i]

        x = walked(scaled, x, key)  # want: JOL107 (warning) "gets a new function"
    return x


def once_each(energy, scale, x, key):
    return walked(lambda y: energy(y) * scale, x, key)  # want: JOL107 (warning) "on every call"


def many(energy, scales, x, key):
    for scale in scales:
        x = once_each(energy, scale, x, key)
    return x


def made_before(energy, scale, x, key, n):
    def scaled(y):
        return energy(y) * scale

    for _ in range(n):
        x = walked(scaled, x, key)
    return x


def handed_in(energy, x, key, n):
    for _ in range(n):
        x = walked(energy, x, key)
    return x


def twice(energy, x, key):
    for scale in (1.0, 2.0):
        x = walked(lambda y: energy(y) * scale, x, key)
    return x


@jax.jit
def traced_around(x, key):
    for i in range(8):
        x = walked(lambda y: jnp.sum(y) * i, x, key)
    return x


def given_to_no_static(scales, x, n):
    for i in range(n):
        x = jax.tree.map(lambda y: y * scales[i], x)
    return x


@partial(jax.jit, static_argnums=(0, 1))
def driven(energy, force, x):
    return jnp.where(energy(x) < 1.0, x + force(x), x)


def by_two(energy, force, scales, x, n):
    for i in range(n):
        x = driven(
            lambda y: energy(y) * scales[i],  # want: JOL107 (warning) "gets a new function"
            lambda y: force(y) * scales[i],  # want: JOL107 (info) "gets a new function"
            x,
        )
    return x
