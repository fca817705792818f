import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (10,)),)


def run(x):
    """Rank of each entry."""
    o = jnp.argsort(x)
    return jnp.zeros_like(o).at[o].set(jnp.arange(x.shape[0], dtype=o.dtype))
