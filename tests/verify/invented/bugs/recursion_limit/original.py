import jax
import jax.numpy as jnp


def inputs(key):
    return [float(v) for v in jax.random.normal(key, (9,))], 0.5


def run(coeffs, x):
    """Polynomial with Python float coefficients (lowest first), by Horner."""
    acc = 0.0
    for c in reversed(coeffs):
        acc = acc * x + c
    return acc
