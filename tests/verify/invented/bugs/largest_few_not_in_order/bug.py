import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (10,)),)


def run(x):
    """The three largest entries, largest first."""
    k = 3
    at = jnp.argpartition(x, x.shape[0] - k)[-k:]
    return x[at]
