import jax
import jax.numpy as jnp


def inputs(key):
    return jax.random.normal(key, (2, 3, 12)), 4


def run(x, groups):
    """Group normalisation over the last axis (groups divides it) without scale."""
    y = x.reshape(*x.shape[:-1], groups, x.shape[-1] // groups)
    y = y - jnp.mean(y, axis=-1, keepdims=True)
    y = y * jax.lax.rsqrt(jnp.mean(y * y, axis=-1, keepdims=True) + 1e-5)
    return y.reshape(x.shape)
