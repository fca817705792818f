"""Ranking of documents by score.

``run(scores)`` (finite float scores, 1-D) returns the document indices from the highest to the lowest
score.  Documents with equal scores stay in their original order.
"""
import jax
import jax.numpy as jnp


@jax.jit
def run(scores):
    return jnp.argsort(scores, descending=True, stable=True).astype(jnp.int32)


def inputs(key):
    return (jax.random.uniform(key, (10,)),)
