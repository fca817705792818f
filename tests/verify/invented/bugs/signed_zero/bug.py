import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (8,)),)


def run(x):
    """Signed square root (keeps the sign of zero: used to choose a branch cut)."""
    return jax.vmap(lambda v: jnp.where(v < 0, -1.0, 1.0) * jnp.sqrt(jnp.abs(v)))(x)
