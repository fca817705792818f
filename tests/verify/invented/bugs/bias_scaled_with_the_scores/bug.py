import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (5, 4)), jax.random.normal(jax.random.fold_in(key, 1), (5, 4)), jax.random.normal(jax.random.fold_in(key, 2), (5, 5)))


def run(q, k, bias):
    """Attention weights with an additive position bias."""
    return jax.nn.softmax((q @ k.T + bias) / jnp.sqrt(q.shape[-1]), axis=-1)
