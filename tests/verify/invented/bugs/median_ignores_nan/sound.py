import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (5, 7)),)


def run(rows):
    """Median of each row."""
    return jax.vmap(jnp.median)(rows)
