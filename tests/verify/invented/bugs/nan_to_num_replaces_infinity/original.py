import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (6,)),)


def run(x):
    """Entries of x with NaN set to zero; infinities stay."""
    return jnp.stack([jnp.float32(0) if jnp.isnan(v) else v for v in x])
