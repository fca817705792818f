import jax
import jax.numpy as jnp


def inputs(key):
    return jax.random.normal(key, (2, 3, 12)), 4


def run(x, groups):
    """Group normalisation over the last axis (groups divides it) without scale."""
    size = x.shape[-1] // groups
    parts = []
    for g in range(groups):
        part = x[..., g * size : (g + 1) * size]
        mean = jnp.mean(part, axis=-1, keepdims=True)
        var = jnp.mean((part - mean) ** 2, axis=-1, keepdims=True)
        parts.append((part - mean) / jnp.sqrt(var + 1e-5))
    return jnp.concatenate(parts, axis=-1)
