import jax
import jax.numpy as jnp
import numpy as np


def inputs(key):
    return ([np.full(64, i, np.float32) for i in range(5)],)


def run(batches):
    """All batches as arrays of JAX, through one buffer on the host."""
    buffer = np.empty_like(batches[0])
    out = []
    for batch in batches:
        np.multiply(batch, 0.5, out=buffer)
        out.append(jnp.array(buffer))
    return out
