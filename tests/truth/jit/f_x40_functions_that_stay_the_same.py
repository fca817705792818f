"""A function that is made once is one static value, however often it is handed over."""

from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames=("energy", "steps"))
def relaxed(x, rate, energy, steps=10):
    for _ in range(steps):
        x = x - rate * jax.grad(energy)(x)
    return x


def cooled(energy, x, rates):
    lowered = lambda y: energy(y) + 0.5 * jnp.sum(y**2)  # noqa: E731
    for rate in rates:
        x = relaxed(x, rate, energy=lowered)
    return x


def cooled_by_hand(energy, x, rates):
    wells = {"deep": lambda y: 2 * energy(y), "shallow": energy}
    for rate in rates:
        x = relaxed(x, rate, energy=wells["deep"])
        x = relaxed(x, rate, energy=energy)
    return x


@jax.jit
def whole(x, rates):
    for i in range(4):
        x = relaxed(x, rates[i], energy=lambda y: i * jnp.sum(y**2))
    return x


def final(energy, x):
    for rate in jnp.linspace(1.0, 0.1, 100):
        if rate < 0.2:
            return relaxed(x, rate, energy=lambda y: energy(y) / 2)
        x = x * (1 - rate)
    return x
