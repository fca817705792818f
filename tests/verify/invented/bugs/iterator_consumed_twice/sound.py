import jax
import jax.numpy as jnp


def inputs(key):
    return (list(jax.random.normal(key, (5, 3))),)


def run(batches):
    """Mean over batches (any iterable) of the batch means."""
    means = [jnp.mean(b) for b in batches]
    total = 0.0
    for v in means:
        total = total + v
    return total / max(len(means), 1)
