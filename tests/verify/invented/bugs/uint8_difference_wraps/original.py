import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    lo = jax.random.randint(a, (4, 4), 0, 100)
    hi = lo + jax.random.randint(b, (4, 4), 0, 100)
    return hi.astype(jnp.uint8), lo.astype(jnp.uint8)


def run(a, b):
    """Sum of absolute differences of two uint8 images."""
    d = a.astype(jnp.int32) - b.astype(jnp.int32)
    return jnp.sum(jnp.abs(d))
