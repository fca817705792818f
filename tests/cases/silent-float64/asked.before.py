import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def positions(logits):
    rows = jax.lax.broadcasted_iota(jnp.int64, logits.shape, 0)  # want: JOL905 "makes `int32`"
    total = jnp.sum(logits).astype(np.float64)  # want: JOL905 "`np.float64` makes `float32`"
    return rows, total, jnp.zeros(3, "complex128"), jnp.float64(1.0)  # want: JOL905 JOL905


def as_wide(x):
    return jnp.sum(x.astype(jnp.float64))  # want: JOL905
