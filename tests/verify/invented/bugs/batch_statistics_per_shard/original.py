import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (2, 6, 3)),)


def run(x):
    """Batch normalisation over all shards of x (shards, batch, features)."""
    flat = x.reshape(-1, x.shape[-1])
    return (x - flat.mean(0)) / jnp.sqrt(flat.var(0) + 1e-5)
