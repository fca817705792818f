"""Counters that become sizes, in the function or in what it calls: they cannot be traced."""

from functools import partial

import jax
import jax.numpy as jnp


def roots(degree):
    return jnp.linspace(-1.0, 1.0, degree)


def polynomial(x, degree):
    def nonzero(values):
        return jnp.prod(values[:, None] - roots(degree)[None, :], axis=1)

    return jax.lax.cond(degree == 0, jnp.ones_like, nonzero, x)


@partial(jax.jit, static_argnames=["degree"])
def coefficient(x, degree):
    return jnp.sum(polynomial(x, degree)) / (1 + degree)


@partial(jax.jit, static_argnums=1)
def padded(x, width):
    wide = 2 * width
    return jnp.sum(jnp.zeros(wide)) + x.sum()


@partial(jax.jit, static_argnums=1)
def repeated(x, times):
    for _ in range(times):
        x = jnp.sin(x)
    return x


@partial(jax.jit, static_argnums=(0, 2))
def layered(apply, x, layer):
    return apply(x, layer)


def coefficients(x, most):
    return [coefficient(x, n) for n in range(1, most)]


def tables(x, most):
    out = []
    for n in range(1, most):
        out.append(padded(x, n))
        out.append(repeated(x, n))
        out.append(layered(jnp.power, x, n))
    return out
