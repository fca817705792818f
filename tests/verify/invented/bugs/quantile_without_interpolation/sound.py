import jax
import jax.numpy as jnp

def inputs(key):
    return (jax.random.normal(key, (3, 21)),)


def run(x):
    """The 90 percent quantile of every row."""
    return jnp.quantile(x, 0.9, axis=1)
