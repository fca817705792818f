import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (4, 32)),)


def run(x):
    """Layer norm without affine part."""
    mu = jnp.mean(x, axis=-1, keepdims=True)
    var = jnp.mean((x - mu) ** 2, axis=-1, keepdims=True)
    return (x - mu) * jax.lax.rsqrt(var + 1e-6)
