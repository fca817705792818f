import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (2, 6, 3)),)


def run(x):
    """Batch normalisation over all shards of x (shards, batch, features)."""
    def local(x):
        return (x - x.mean(0)) / jnp.sqrt(x.var(0) + 1e-5)

    return jax.vmap(local)(x)
