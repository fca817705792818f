import jax
import jax.numpy as jnp


def inputs(key):
    return jax.random.normal(key, (6,)), 3


def run(x, k):
    """Mean of the k largest."""
    if not 0 < k <= x.shape[0]:
        raise ValueError(f"k={k} is not in 1..{x.shape[0]}")
    return sum(jnp.sort(x)[x.shape[0] - 1 - i] for i in range(k)) / k
