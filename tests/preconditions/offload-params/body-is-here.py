# rewrite: run
"""The scan goes through no layers."""
import jax
import jax.numpy as jnp


@jax.checkpoint
def layer(x, w):
    return jnp.tanh(x), None


def run(x, layers):
    x, _ = jax.lax.scan(layer, x, layers)  # holds
    x, _ = jax.lax.scan(layer, x, None, length=3)  # broken
    return x
