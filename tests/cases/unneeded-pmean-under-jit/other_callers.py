"""Collectives in functions that others may run under `pmap`, or that check first."""

import functools

import jax
import jax.numpy as jnp


# A library step: jitted here, and free to be mapped by whoever imports it.
@jax.jit
def public_step(params, batch):
    return jax.lax.pmean(params * batch, "batch")


# No jit in sight: a helper for code that runs under an axis.
def sync(grads):
    return jax.lax.pmean(grads, "batch")


# Under `pmap` in one branch, under `jit` in the other, with the collective switched off there.
def step(x, parallel):
    y = x * 2
    return jax.lax.pmean(y, "d") if parallel else y


def train(x, parallel):
    if parallel:
        return jax.pmap(functools.partial(step, parallel=True), axis_name="d")(x)
    return jax.jit(functools.partial(step, parallel=False))(x)


def in_use(x):
    try:
        return jax.lax.axis_index("d")
    except NameError:
        return jnp.zeros((), int)


print(jax.jit(in_use)(1.0))


# Given to something that makes the axis.
def mapped(run):
    def body(x):
        return jax.lax.psum(x, "k")

    return run(jax.jit(body))


@functools.partial(jax.jit, static_argnames="axis")
def summed(x, axis=None):
    return x if axis is None else jax.lax.psum(x, axis)


print(summed(jnp.ones(3)))
