# not executed: only the severity is looked at
"""What a loop comes to again costs each time; what runs once costs one forward pass."""

import jax
import jax.numpy as jnp


def area(radius):
    return jnp.pi * radius**2


def told(radius):
    return area(radius), jax.grad(area)(radius)  # want: JOL501 (info) "computed separately"


def step(radius):
    value = area(radius)  # want: JOL501 (warning) "computed separately"
    return radius - 0.1 * jax.grad(area)(radius), value


def shrink(radius, turns):
    for _ in range(turns):
        radius, value = step(radius)
    return radius, value
