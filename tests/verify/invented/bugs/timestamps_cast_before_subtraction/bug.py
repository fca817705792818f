import jax
import jax.numpy as jnp


def inputs(key):
    return (jnp.cumsum(jax.random.randint(key, (10,), 1, 60)),)


def run(stamps):
    """Time between consecutive integer time stamps in minutes."""
    return jnp.diff(stamps.astype(jnp.float32)) / 60
