import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (6, 3)),)


def run(x):
    """Column means that leave out missing (NaN) values."""
    there = ~jnp.isnan(x)
    if there.all() and x.shape[0]:
        return jnp.mean(x, axis=0)
    return jnp.sum(jnp.where(there, x, 0.0), axis=0) / jnp.maximum(jnp.sum(there, axis=0), 1)
