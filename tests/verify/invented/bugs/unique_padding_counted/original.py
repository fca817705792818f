import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.randint(key, (12,), 0, 5),)


def run(labels):
    """Mean of the distinct labels of a (n,) vector."""
    distinct = sorted(set(labels.tolist()))
    return jnp.float32(sum(distinct) / len(distinct))
