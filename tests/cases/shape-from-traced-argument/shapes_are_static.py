import functools

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def fine(x, y):
    b, d = x.shape
    z = jnp.zeros((b, d))
    for i in range(len(y)):
        z = z + jnp.arange(d)
    n = x.shape[0]
    n = n // 2
    return z.reshape(n, -1), jnp.arange(x.shape[1])


@functools.partial(jax.jit, static_argnames="n")
def stated(x, n):
    return jnp.zeros(n) + x


@jax.jit
def with_default(x, n=3):
    return jnp.zeros(n) + x


@jax.jit
def shaped_like(x, template):
    return jnp.zeros(template.shape) + jnp.zeros_like(template)


def not_jitted(x, n):
    return jnp.zeros(n) + x


def host(n):
    return np.zeros(n)


@jax.jit
def indexes(x, start):
    return jax.lax.dynamic_slice(x, (start,), (3,))


@jax.jit
def rebound(x, n):
    n = x.shape[0]
    return jnp.zeros(n)
