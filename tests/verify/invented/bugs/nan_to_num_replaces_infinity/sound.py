import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (6,)),)


def run(x):
    """Entries of x with NaN set to zero; infinities stay."""
    return jnp.where(jnp.isnan(x), 0.0, x)
