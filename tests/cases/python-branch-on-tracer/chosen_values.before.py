"""Branches that only choose a value; run without compilation, where both forms work."""

import jax
import jax.numpy as jnp


@jax.jit
def clipped(x):
    length = jnp.sum(x**2)
    # Too long?
    if length > 1.0:  # want: JOL105 "`length > 1.0`"
        # Then shorten it.
        x = x * 0.5
    # Done.
    return x


@jax.jit
def signed(x):
    return -x if jnp.sum(x) < 0 else x  # want: JOL105 "`jnp.sum\(x\) < 0`"


@jax.jit
def scaled(x, low, high):
    total = jnp.sum(x)
    if total > low and not total > high:  # want: JOL105 "`total > low`"
        factor = 2.0  # doubled
    else:
        factor = 0.5
    return x * factor


@jax.jit
def early(x):
    if x.max() > 1.0:  # want: JOL105 "`x.max\(\) > 1.0`"
        return x - x.max()  # shifted
    # As it is.
    return x + 0.0  # a copy


@jax.jit
def both_ways(x):
    if jnp.all(x > 0):  # want: JOL105 "`jnp.all\(x > 0\)`"
        return jnp.sin(x)
    else:
        return jnp.zeros_like(x)


@jax.jit
def counted(xs):
    def body(count, x):
        if x > 0:  # want: JOL105 "`x > 0`"
            count += x * 2
        return count, (count + 1.0 if x < 0 else -count)  # want: JOL105 "`x < 0`"

    return jax.lax.scan(body, jnp.zeros(()), xs)


@jax.jit
def reset(x):
    y = jnp.sin(x)
    worst = jnp.min(y)
    if worst < -0.5:  # want: JOL105 "`worst < -0.5`"
        y = jnp.cos(x)
    return y


def run(x):
    with jax.disable_jit():
        parts = [clipped(x), signed(x), scaled(x, 0.0, 3.0), early(x), both_ways(x), reset(x)]
        return [*parts, *(f(-x) for f in (clipped, signed, early, both_ways, reset)), counted(x)]


def inputs(key):
    return (jax.random.normal(key, (3,)),)
