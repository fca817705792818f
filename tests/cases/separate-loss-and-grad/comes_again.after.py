# not executed: only the severity is looked at
"""What a loop comes to again costs each time; what runs once costs one forward pass."""

import jax
import jax.numpy as jnp


def area(radius):
    return jnp.pi * radius**2


def told(radius):
    return jax.value_and_grad(area)(radius)


def step(radius):
    value, grads = jax.value_and_grad(area)(radius)
    return radius - 0.1 * grads, value


def shrink(radius, turns):
    for _ in range(turns):
        radius, value = step(radius)
    return radius, value
