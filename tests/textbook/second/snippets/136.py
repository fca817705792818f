import jax
from jax import numpy as jnp


@jax.jit
def histogram(tokens, weights):
    counts = jnp.zeros(32_000, dtype=jnp.float32)
    counts.at[tokens.ravel()].add(weights.ravel())
    return counts / jnp.maximum(counts.sum(), 1.0)


def unigram(corpus):
    total = jnp.zeros(32_000)
    for tokens in corpus:
        total = total + histogram(tokens, jnp.ones(tokens.shape))
    return total / len(corpus)
