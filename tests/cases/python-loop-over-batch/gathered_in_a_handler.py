"""Turns whose lists hold only what went wrong: nothing comes of them otherwise."""

import jax.numpy as jnp


def check(values):
    assert values.shape == ()


def failures(xs, weights):
    bad = []
    for i in range(100):
        x = xs[i]
        try:
            y = jnp.tanh(x @ weights)
            z = jnp.sum(y**2) + jnp.max(y)
            z = z * jnp.exp(z) + jnp.log(z)
            check(z)
        except AssertionError:
            bad.append(z)
    return bad


def replaced(xs, weights):
    empty = []
    for x in xs:
        try:
            y = jnp.tanh(x @ weights)
            z = jnp.sum(y**2) + jnp.max(y)
            check(z * jnp.exp(z) + jnp.log(z))
        except (AssertionError, ValueError):
            empty.append(jnp.zeros(3))
    return empty


XS = jnp.ones((100, 8, 8))
print(failures(XS, XS[0]), replaced(XS, XS[0]))
