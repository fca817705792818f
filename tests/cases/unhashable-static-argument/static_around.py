"""Values that are handed on to static parameters, and have a hash there."""

from functools import partial

import equinox as eqx
import jax
import jax.numpy as jnp
import pytest


@partial(jax.jit, static_argnames=("cutoff", "mode", "scale"))
def lowpass(x, cutoff=None, mode="same", scale=1.0):
    limit = 1.0 if cutoff is None else cutoff * 2
    return jnp.where(x <= limit, x * scale, 0.0), mode


@partial(jax.jit, static_argnums=1)
def smooth(x, scale):
    return lowpass(x, scale=scale)


@jax.jit
def smooth_by_default(x, scale=2.0):
    return lowpass(x, scale=scale)  # unless somebody gives it, it is a number


@jax.jit
def perhaps_nothing(x, cutoff):
    return lowpass(x, cutoff)


@jax.jit
def of_the_shape(x, y):
    return lowpass(x, scale=y.shape[0] / 2)


@eqx.filter_jit
def filtered(x, scale):
    return lowpass(x, scale=scale)


def plain(x, scale):
    return lowpass(x, scale=scale * 2)


@partial(jax.vmap, in_axes=(0, None))
def each(x, scale):
    return lowpass(x, scale=scale)




class Filter:
    """A tree that is found by its identity."""

    def __init__(self, taps):
        self.taps = taps

    @partial(jax.jit, static_argnums=0)
    def run(self, x):
        return x * 2


@partial(jax.jit, static_argnames="obj")
def applied(x, obj):
    return obj.run(x)


@jax.jit
def by_object(x, obj):
    return applied(x, obj)


def test_it_refuses_tracers(x):
    @jax.jit
    def bad(x, scale):
        return lowpass(x, scale=scale * 1.0)

    with pytest.raises(ValueError):
        bad(x, 2.0)
