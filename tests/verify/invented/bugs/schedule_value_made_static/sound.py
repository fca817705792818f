import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return (jax.random.normal(k1, (32,)), jax.random.normal(k2, (6, 32)), [0.1 / (1 + i) for i in range(6)])


import functools


@functools.partial(jax.jit, static_argnames=())
def update(w, g, rate):
    return w - rate * g / (1e-6 + jnp.linalg.norm(g))


def run(w, grads, rates):
    """Normalized gradient steps with a rate (a Python float) for each."""
    for g, rate in zip(grads, rates, strict=True):
        w = update(w, g, rate)
    return w
