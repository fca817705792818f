import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return jax.random.normal(k1, (20,)), jnp.arange(20) % 3 == 0


def run(scores, labels):
    """Area under the ROC curve: P(positive above negative), a tie counts one half."""
    wins = (scores[:, None] > scores[None, :]) + 0.5 * (scores[:, None] == scores[None, :])
    pairs = labels[:, None] & ~labels[None, :]
    return jnp.sum(jnp.where(pairs, wins, 0.0)) / jnp.sum(pairs)
