import jax
import jax.numpy as jnp
import numpy as np


def inputs(key):
    return (jax.random.normal(key, (8,)), jnp.ones(8))


def run(logits, labels):
    """Binary loss of probabilities held inside [1e-4, 1 - 1e-4]."""
    p = jnp.clip(jax.nn.sigmoid(logits), 1e-4, 1 - 1e-4)
    return -jnp.mean(labels * jnp.log(p) + (1 - labels) * jnp.log(1 - p))
