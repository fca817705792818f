"""Functions that are reached under other axes as well, or from where nobody can see."""

import functools

import jax
import jax.numpy as jnp


def shared(x):
    return jax.lax.psum(x, "j")


def under_i(x):
    return shared(x)


over_i = jax.pmap(under_i, axis_name="i")
over_j = jax.vmap(shared, axis_name="j")


# An axis made inside, and one that the caller brings along.
def pooled(x):
    return jax.vmap(lambda v: jax.lax.pmean(v, ("inner", "batch")), axis_name="inner")(x)


@functools.partial(jax.pmap, axis_name="outer")
def both(x):
    return jax.vmap(lambda v: jax.lax.pmean(v, ("inner", "outer")), axis_name="inner")(x)


# The name is an argument.
def reduced(x, axis_name="k"):
    return jax.lax.pmean(x, axis_name)


over_n = jax.pmap(functools.partial(reduced, axis_name="n"), axis_name="n")


# Handed to code that may do anything with it.
def given_away(x):
    return jax.lax.pmax(x, "m")


def registry(table):
    table["given_away"] = given_away
    return jax.pmap(given_away, axis_name="i")


# A method that a subclass may run elsewhere.
class Trainer:
    def update(self, grads):
        return jax.lax.pmean(grads, "shards")

    def compiled(self):
        return jax.pmap(lambda g: self.update(g), axis_name="devices")


def recursive(x, n):
    return x if n == 0 else recursive(jax.lax.psum(x, "i"), n - 1)


unrolled = jax.pmap(lambda x: recursive(x, 2), axis_name="i")


def expected(x):
    try:
        return jax.pmap(lambda v: jax.lax.psum(v, "q"), axis_name="p")(x)
    except NameError:
        return jnp.sum(x)
