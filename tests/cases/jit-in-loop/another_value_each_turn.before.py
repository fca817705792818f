"""Each turn compiles with what the turn before left: compiling once would freeze it."""

import itertools
from functools import partial

import jax
import jax.numpy as jnp


def counted_by_a_helper(xs):
    n = 0

    def bump():
        nonlocal n
        n += 1

    out = []
    for x in xs:
        step = jax.jit(lambda v: v * n)  # want: JOL101
        out.append(step(x))
        bump()
    return out


def written_by_a_helper(xs):
    weights = [1.0]

    def grow():
        weights[0] += 1.0

    out = []
    for x in xs:
        step = jax.jit(lambda v: v * weights[0])  # want: JOL101
        out.append(step(x))
        grow()
    return out


def entry_of_a_dictionary(xs, options):
    out = []
    for x in xs:
        step = jax.jit(lambda v: v * options["scale"])  # want: JOL101
        out.append(step(x))
        options["scale"] += 1.0
    return out


def next_of_an_iterator(xs):
    counter, out = itertools.count(), []
    for x in xs:
        step = jax.jit(partial(jnp.multiply, next(counter)))  # want: JOL101
        out.append(step(x))
    return out


def default_of_a_parameter(xs):
    counter, out = itertools.count(), []
    for x in xs:

        @jax.jit
        def step(v, k=next(counter)):  # want: JOL101
            return v * k

        out.append(step(x))
    return out


def inputs(key):
    return (jnp.arange(3.0),)


def run(xs):
    return (
        counted_by_a_helper(xs),
        written_by_a_helper(xs),
        entry_of_a_dictionary(xs, {"scale": 1.0}),
        next_of_an_iterator(xs),
        default_of_a_parameter(xs),
    )
