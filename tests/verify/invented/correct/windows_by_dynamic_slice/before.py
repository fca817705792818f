import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (20,)),)


def run(x):
    """Means of sliding windows of 5 (at least 5 samples)."""
    return jnp.stack([jnp.mean(x[i:i + 5]) for i in range(x.shape[0] - 4)])
