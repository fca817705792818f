import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (5,)), jax.random.normal(key, (5,)))


def run(a, b):
    """Which entries agree to a relative 1e-5 or an absolute 1e-8."""
    return jnp.abs(a - b) <= 1e-8
