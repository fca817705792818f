# not executed: there is no fix
import jax
import jax.numpy as jnp
import numpy as np

BINS = 64


def _edges(values, at):
    """Where values fall among the running total of others."""
    total = np.cumsum(np.asarray(values))
    return np.searchsorted(total / total[-1], np.asarray(at)).astype(np.int32)


def place(values, at):
    shape = jax.ShapeDtypeStruct(at.shape, jnp.int32)
    return jax.pure_callback(_edges, shape, values, at)  # want: JOL431 "`np.cumsum` and `np.searchsorted`"


@jax.jit
def middle(values):
    shape = jax.ShapeDtypeStruct((), values.dtype)
    return jax.pure_callback(lambda v: np.median(v).astype(np.float32), shape, values)  # want: JOL431
