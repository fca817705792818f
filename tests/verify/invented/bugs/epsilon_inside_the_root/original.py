import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (8,)), 1.0 + jax.random.uniform(b, (8,))


def run(mean, square):
    """The direction of an adaptive step."""
    return jnp.stack([m / (jnp.sqrt(s) + 1e-8) for m, s in zip(mean, square)])
