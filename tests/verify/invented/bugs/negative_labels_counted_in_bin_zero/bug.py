import jax
import jax.numpy as jnp

def inputs(key):
    return (jax.random.randint(key, (30,), 0, 5),)


def run(labels):
    """Number of rows of each of five classes; rows labelled -1 are unlabelled."""
    return jnp.bincount(labels, length=5).astype(jnp.int32)
