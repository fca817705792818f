# not executed: nothing is rewritten
import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def total(x, weights):
    wide = x.astype(jnp.float64)  # want: JOL905 "float32"
    narrow = weights.astype(jnp.float32)
    return jnp.sum(wide * narrow)


def host(x):
    return np.asarray(x).astype(np.float64)
