import functools

import jax
import jax.numpy as jnp


def inputs(key):
    return (5, 0.5)


def run(levels, ratio):
    """Noise levels of a geometric schedule, as a list the caller may extend."""
    return [float(ratio) ** i for i in range(levels)]
