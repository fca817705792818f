import jax
import jax.numpy as jnp


def inputs(key):
    return ([b for b in jax.random.normal(key, (3, 5))],)


def run(batches):
    """Mean and variance over all batches."""
    batches = list(batches)
    count = sum(b.size for b in batches)
    mean = sum(jnp.sum(b) for b in batches) / count
    return mean, sum(jnp.sum((b - mean) ** 2) for b in batches) / count
