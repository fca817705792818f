"""Functions that only compute, called by one that does more: it keeps what they give."""

import jax.numpy as jnp

KEPT = []


def squeezed(x):
    y = jnp.tanh(jnp.exp(x)) + jnp.sin(x)
    z = jnp.cos(y) * jnp.log1p(y) - jnp.sqrt(y)
    return jnp.maximum(z, 0.0) / (1.0 + jnp.abs(z))


def kept(x):
    y = squeezed(x)
    KEPT.append(y)
    return y


def program(n):
    x = jnp.ones(3)
    for _ in range(n):
        x = kept(x)  # fact: looped_calls 13 of squeezed
    return x
