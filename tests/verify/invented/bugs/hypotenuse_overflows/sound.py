import jax
import jax.numpy as jnp

def inputs(key):
    return (jax.random.normal(key, (9, 2)),)


def run(vectors):
    """Lengths of the vectors (x, y)."""
    size = jnp.max(jnp.abs(vectors), axis=1, keepdims=True)
    unit = vectors / jnp.where((size > 0) & jnp.isfinite(size), size, 1.0)
    scaled = jnp.sqrt(jnp.sum(jnp.square(unit), axis=1)) * jnp.where(size > 0, size, 1.0)[:, 0]
    return jnp.where(jnp.any(jnp.isinf(vectors), axis=1), jnp.inf, scaled)
