import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return jax.random.bernoulli(k1, 0.7, (30,)), jax.random.bernoulli(k2, 0.7, (30,))


def run(predicted, actual):
    """F1 score; 0 if nothing was found."""
    predicted, actual = predicted.astype(bool), actual.astype(bool)
    tp = jnp.sum(predicted & actual)
    precision = tp / jnp.maximum(jnp.sum(predicted), 1)
    recall = tp / jnp.maximum(jnp.sum(actual), 1)
    return (2 * precision * recall / (precision + recall)).astype(jnp.float32)
