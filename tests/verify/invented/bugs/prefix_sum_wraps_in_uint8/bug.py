import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.randint(key, (6,), 0, 30).astype(jnp.uint8),)


def run(sizes):
    """Offset after each chunk, for sizes (n,) of any unsigned integer type."""
    return jax.lax.associative_scan(jnp.add, sizes).astype(jnp.uint32)
