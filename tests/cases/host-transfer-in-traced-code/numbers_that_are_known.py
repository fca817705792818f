"""Numbers of Python, sizes, what chooses among rows, and functions on the host."""

import math

import jax
import jax.numpy as jnp
import scipy.special


@jax.jit
def scaled(q, k):
    return q @ k.T / math.sqrt(q.shape[-1]) + max(q.ndim, 2) + math.pi


@jax.jit
def largest(xs):
    return max(xs, key=lambda x: x.shape)


def on_host(x):
    return math.exp(x), max(x, 0.0), scipy.special.gammaln(x)


def width(sizes):
    @jax.jit
    def padded(x):
        return jnp.pad(x, (0, math.prod(sizes)))

    return padded
