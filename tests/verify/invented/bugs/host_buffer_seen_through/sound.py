import jax
import jax.numpy as jnp
import numpy as np


def inputs(key):
    return ([np.full(64, i, np.float32) for i in range(5)],)


def run(batches):
    """All batches as arrays of JAX, through one buffer on the host."""
    out = []
    for batch in batches:
        out.append(jnp.asarray(np.multiply(batch, 0.5)))
    return out
