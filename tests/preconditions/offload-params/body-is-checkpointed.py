# rewrite: run
"""A body that is not computed again keeps what every turn fetched: a checkpoint is added."""
import jax
import jax.numpy as jnp


@jax.checkpoint  # holds
def layer(x, w):
    return jnp.tanh(x @ w), None


def run(x, layers):
    x, _ = jax.lax.scan(layer, x, layers)
    return x
