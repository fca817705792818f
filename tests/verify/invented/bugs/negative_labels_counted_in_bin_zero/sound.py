import jax
import jax.numpy as jnp

def inputs(key):
    return (jax.random.randint(key, (30,), 0, 5),)


def run(labels):
    """Number of rows of each of five classes; rows labelled -1 are unlabelled."""
    shifted = jnp.where((labels >= 0) & (labels < 5), labels + 1, 0)
    return jnp.bincount(shifted, length=6)[1:].astype(jnp.int32)
