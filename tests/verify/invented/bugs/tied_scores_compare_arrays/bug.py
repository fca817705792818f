import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return [float(s) for s in jax.random.uniform(k1, (6,))], list(jax.random.normal(k2, (6, 3))), 3


def run(scores, states, k):
    """The k best (score, state) pairs, the best first; earlier ones first among equals."""
    ranked = sorted((-score, state) for score, state in zip(scores, states))
    return [(-score, state) for score, state in ranked[:k]]
