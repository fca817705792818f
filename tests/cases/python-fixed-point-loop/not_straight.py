"""Exits, effects and random numbers of the host."""

import random

import jax
import jax.numpy as jnp


@jax.jit
def noisy(x: jax.Array):
    for _ in range(40):
        x = jnp.sin(x) + random.random()
    return x


@jax.jit
def shown(x: jax.Array):
    for i in range(40):
        x = jnp.sin(x)
        print(f"turn {i}")
    return x


@jax.jit
def layered(layers, x: jax.Array):
    for i in range(40):
        x = jnp.tanh(layers[i](x))
    return x


@jax.jit
def shared(x: jax.Array):
    def energy():
        return jnp.sum(x**2)

    for _ in range(40):
        x = x - jax.grad(lambda y: jnp.sum(y**2))(x) * energy()
    return x


def simulated(x: jax.Array, n):
    for _ in range(n):
        x = advance(x)
    return x


@jax.jit
def advance(x):
    return jnp.sin(x)
