import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (8,)),)


def run(x):
    """Signed square root (keeps the sign of zero: used to choose a branch cut)."""
    return jax.lax.map(lambda v: jnp.copysign(jnp.sqrt(jnp.abs(v)), v), x)
