import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (25,)),)


def run(x):
    """Rank (from 0) of each of the distinct values of x."""
    ranks = []
    for v in x:
        ranks.append((x < v).sum())
    return jnp.stack(ranks)
