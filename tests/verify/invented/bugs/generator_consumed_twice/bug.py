import jax
import jax.numpy as jnp


def inputs(key):
    return ([b for b in jax.random.normal(key, (3, 5))],)


@jax.jit
def _partial(batch):
    return jnp.sum(batch)


@jax.jit
def _spread(batch, mean):
    return jnp.sum((batch - mean) ** 2)


def run(batches):
    """Mean and variance over all batches."""
    parts = [(_partial(b), b.size) for b in batches]
    count = sum(n for _, n in parts)
    mean = sum(p for p, _ in parts) / count
    return mean, sum((_spread(b, mean) for b in batches), jnp.zeros(())) / count
