"""Batch normalisation in training mode.

``run(x, mean, var, momentum)``: x (N, D), N >= 2, is normalised with the biased batch
variance (eps 1e-5); the running variance is updated with the unbiased one
(divided by N - 1), as in PyTorch: new = (1 - momentum) * old + momentum * batch.
Returns (normalised x, new running mean, new running variance).
"""
import jax
import jax.numpy as jnp


def run(x, mean, var, momentum=0.1):
    n = x.shape[0]
    mu = jnp.sum(x, axis=0) / n
    ss = jnp.sum((x - mu) ** 2, axis=0)
    y = (x - mu) / jnp.sqrt(ss / n + 1e-5)
    return y, (1 - momentum) * mean + momentum * mu, (1 - momentum) * var + momentum * ss / (n - 1)


def inputs(key):
    return 1.5 * jax.random.normal(key, (8, 3)) + 0.5, jnp.zeros(3), jnp.ones(3), 0.1
