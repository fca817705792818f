import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (6, 3)),)


def run(x):
    """Column means that leave out missing (NaN) values."""
    columns = []
    for j in range(x.shape[1]):
        there = ~jnp.isnan(x[:, j])
        columns.append(jnp.sum(jnp.where(there, x[:, j], 0.0)) / jnp.maximum(jnp.sum(there), 1))
    return jnp.stack(columns)
