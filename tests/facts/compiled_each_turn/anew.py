"""Control flow that turns run as they are, of functions that are new each time."""

import jax
import jax.numpy as jnp


def total(xs):
    def step(carry, x):
        return carry + x, None

    return jax.lax.scan(step, jnp.zeros(()), xs)[0]


def shown(batches):
    for xs in batches:
        print(float(total(jnp.asarray(xs))))  # fact: compiled_each_turn scan


def halved(x):
    return 0.5 * x


def mapped(batches, every):
    for i, xs in enumerate(batches):
        ys = jnp.asarray(xs)
        if i % every == 0:
            ys = jax.lax.map(halved, ys)  # fact: compiled_each_turn map, guarded
        print(float(ys[0]))


def add(carry, x):
    return carry + x, None


def of_the_module(batches):
    for xs in batches:
        print(float(jax.lax.scan(add, jnp.zeros(()), jnp.asarray(xs))[0]))
