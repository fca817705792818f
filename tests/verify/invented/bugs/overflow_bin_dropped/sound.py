import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.randint(key, (20,), 0, 4), 4)


def run(values, bins):
    """Counts of non-negative integers; all from bins - 1 on share the last bin."""
    return jnp.bincount(jnp.minimum(values, bins - 1), length=bins).astype(jnp.int32)
