import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.randint(key, (50,), 0, 2**31 - 1).astype(jnp.uint32),)


LEVELS = (4, 8, 16, 24)


def run(ids):
    """Prefixes of uint32 ids at four depths, as uint32 (levels, n)."""
    return jnp.stack([ids >> (32 - bits) for bits in LEVELS])
