import jax
import jax.numpy as jnp


def inputs(key):
    return [float(v) for v in jax.random.normal(key, (9,))], 0.5


from functools import reduce


def run(coeffs, x):
    """Polynomial with Python float coefficients (lowest first), by Horner."""
    return reduce(lambda acc, c: acc * x + c, reversed(coeffs), 0.0)
