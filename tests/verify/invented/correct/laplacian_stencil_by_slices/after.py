import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (8, 9)),)


def run(field):
    """Five-point Laplacian of a float32 field with zeros outside."""
    p = jnp.pad(field, 1)
    vertical = p[:-2, 1:-1] + p[2:, 1:-1]
    horizontal = p[1:-1, :-2] + p[1:-1, 2:]
    return (vertical + horizontal) - 4 * field
