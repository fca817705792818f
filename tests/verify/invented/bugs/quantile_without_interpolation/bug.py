import jax
import jax.numpy as jnp

def inputs(key):
    return (jax.random.normal(key, (3, 21)),)


def run(x):
    """The 90 percent quantile of every row."""
    position = int(round(0.9 * (x.shape[1] - 1)))
    return jnp.sort(x, axis=1)[:, position]
