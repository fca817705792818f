"""Branches that only choose a value; run without compilation, where both forms work."""

import jax
import jax.numpy as jnp


@jax.jit
def clipped(x):
    length = jnp.sum(x**2)
    # Too long?
    # Then shorten it.
    x = jnp.where(length > 1.0, x * 0.5, x)
    # Done.
    return x


@jax.jit
def signed(x):
    return jnp.where(jnp.sum(x) < 0, -x, x)


@jax.jit
def scaled(x, low, high):
    total = jnp.sum(x)
    # doubled
    factor = jnp.where(jnp.logical_and(total > low, jnp.logical_not(total > high)), 2.0, 0.5)
    return x * factor


@jax.jit
def early(x):
    # As it is.
    # shifted
    # a copy
    return jnp.where(x.max() > 1.0, x - x.max(), x + 0.0)


@jax.jit
def both_ways(x):
    return jnp.where(jnp.all(x > 0), jnp.sin(x), jnp.zeros_like(x))


@jax.jit
def counted(xs):
    def body(count, x):
        count = jnp.where(x > 0, count + (x * 2), count)
        return count, (jnp.where(x < 0, count + 1.0, -count))

    return jax.lax.scan(body, jnp.zeros(()), xs)


@jax.jit
def reset(x):
    y = jnp.sin(x)
    worst = jnp.min(y)
    y = jnp.where(worst < -0.5, jnp.cos(x), y)
    return y


def run(x):
    with jax.disable_jit():
        parts = [clipped(x), signed(x), scaled(x, 0.0, 3.0), early(x), both_ways(x), reset(x)]
        return [*parts, *(f(-x) for f in (clipped, signed, early, both_ways, reset)), counted(x)]


def inputs(key):
    return (jax.random.normal(key, (3,)),)
