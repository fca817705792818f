import jax
import jax.numpy as jnp


def inputs(key):
    return jax.random.uniform(key, (7,), minval=0.0, maxval=20.0), 6.0


def run(theta, period):
    """Phase in [0, period)."""
    theta = jnp.asarray(theta)
    return jnp.stack([theta, theta + 1.0], axis=-1) % period
