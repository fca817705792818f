import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (4, 3)),)


def run(x, power=2.0):
    """Generalised mean of the absolute values of each row."""
    return jnp.stack([jnp.mean(jnp.abs(r) ** power) ** (1 / power) for r in x])
