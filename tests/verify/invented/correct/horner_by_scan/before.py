import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (6,)), jax.random.uniform(b, (9,), minval=-1.0)


def run(coefficients, x):
    """The polynomial with the constant term first."""
    total = jnp.zeros_like(x)
    for i in range(coefficients.shape[0]):
        total = total + coefficients[i] * x ** i
    return total
