"""Derivatives that are read, and results that somebody else reads."""

import jax
import jax.numpy as jnp


def slope(f, x):
    return jax.jvp(f, (x,), (jnp.ones_like(x),))[1]


def both(f, x, v):
    y, dy = jax.jvp(f, (x,), (v,))
    return y + dy


def handed_on(f, x, v):
    return jax.jvp(f, (x,), (v,))


def with_aux(f, x, v):
    return jax.jvp(f, (x,), (v,), has_aux=True)[0]


def pulled_back(f, x):
    return jax.vjp(f, x)[0]


def later(f, x, v):
    pair = jax.jvp(f, (x,), (v,))
    return pair[0] + pair[1]


def read_in_a_closure(f, x, v):
    y, dy = jax.jvp(f, (x,), (v,))

    def tangent():
        return dy

    return y, tangent
