import jax
import jax.numpy as jnp


def inputs(key):
    return (list(jax.random.normal(key, (5, 3))),)


def run(batches):
    """Mean over batches (any iterable) of the batch means."""
    n = sum(1 for _ in batches)
    total = 0.0
    for b in batches:
        total = total + jnp.mean(b)
    return total / max(n, 1)
