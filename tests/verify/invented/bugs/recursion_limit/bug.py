import jax
import jax.numpy as jnp


def inputs(key):
    return [float(v) for v in jax.random.normal(key, (9,))], 0.5


def run(coeffs, x):
    """Polynomial with Python float coefficients (lowest first), by Horner."""
    def go(k):
        return 0.0 if k == len(coeffs) else go(k + 1) * x + coeffs[k]
    return go(0)
