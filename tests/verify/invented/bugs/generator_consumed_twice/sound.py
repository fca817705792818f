import jax
import jax.numpy as jnp


def inputs(key):
    return ([b for b in jax.random.normal(key, (3, 5))],)


@jax.jit
def _moments(values):
    mean = jnp.mean(values)
    return mean, jnp.mean((values - mean) ** 2)


def run(batches):
    """Mean and variance over all batches."""
    return _moments(jnp.concatenate([jnp.ravel(b) for b in batches]))
