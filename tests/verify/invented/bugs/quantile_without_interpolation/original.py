import jax
import jax.numpy as jnp

def inputs(key):
    return (jax.random.normal(key, (3, 21)),)


def run(x):
    """The 90 percent quantile of every row."""
    return jnp.stack([jnp.quantile(row, 0.9) for row in x])
