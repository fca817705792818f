"""One function for all turns; and makers whose results are kept, or that compile nothing."""

import functools

import jax
import jax.numpy as jnp


def make(scale):
    @jax.jit
    def scaled(x):
        return scale * x

    return scaled


@functools.lru_cache
def kept(scale):
    return make(scale)


def plain(scale):
    def scaled(x):
        return scale * x

    return scaled


def once(xs):
    scaled = make(0.5)
    return [float(scaled(x).sum()) for x in xs]


def kept_by_scale(xs):
    return [float(kept(0.5)(x).sum()) for x in xs]


def not_compiled(xs):
    return [float(plain(0.5)(x).sum()) for x in xs]


@jax.jit
def traced(xs):
    total = jnp.zeros(())
    for i in range(8):
        total += make(0.5)(xs[i]).sum()
    return total


def few(x):
    return [float(make(scale)(x).sum()) for scale in (0.5, 2.0)]
