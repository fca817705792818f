import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (2, 6, 3)),)


def run(x):
    """Batch normalisation over all shards of x (shards, batch, features)."""
    def local(x):
        mean = jax.lax.pmean(x.mean(0), 'i')
        var = jax.lax.pmean(((x - mean) ** 2).mean(0), 'i')
        return (x - mean) / jnp.sqrt(var + 1e-5)

    return jax.vmap(local, axis_name='i')(x)
