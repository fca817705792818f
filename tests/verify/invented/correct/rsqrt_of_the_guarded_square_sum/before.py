import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (5, 8)),)


def run(x):
    """Rows of unit length (with a guard)."""
    return jnp.stack([r / jnp.sqrt(jnp.sum(r * r) + 1e-6) for r in x])
