import jax
import jax.numpy as jnp


def inputs(key):
    return (0.1 * jax.random.normal(key, (12,)),)


def run(du):
    """Integrator that saturates at +-1: its trace."""
    return jax.lax.associative_scan(lambda a, b: jnp.clip(a + b, -1.0, 1.0), du)
