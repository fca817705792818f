import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (5, 8)),)


def run(x):
    """Rows of unit length (with a guard)."""
    return x * jax.lax.rsqrt(jnp.sum(x * x, axis=1, keepdims=True) + 1e-6)
