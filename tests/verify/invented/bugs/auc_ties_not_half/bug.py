import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return jax.random.normal(k1, (20,)), jnp.arange(20) % 3 == 0


def run(scores, labels):
    """Area under the ROC curve: P(positive above negative), a tie counts one half."""
    ranks = jnp.argsort(jnp.argsort(scores)) + 1
    positives = jnp.sum(labels)
    negatives = jnp.sum(~labels)
    rank_sum = jnp.sum(jnp.where(labels, ranks, 0))
    return (rank_sum - positives * (positives + 1) / 2) / (positives * negatives)
