"""NumPy's own arrays have 64 bits, and so has a table of types."""

import jax.numpy as jnp
import numpy as np

BY_NAME = {"f64": jnp.float64, "i64": jnp.int64}
EPSILON = {jnp.dtype("float64"): 1e-10}


def host(xs):
    return np.asarray(xs, dtype=np.float64) + np.zeros(3, dtype=np.int64)


def of_numpy(xs):
    return np.mean(xs).astype(np.float64)


def is_wide(x):
    return x.dtype == jnp.float64 or jnp.issubdtype(x.dtype, jnp.int64)


def as_wide_as_can_be(x, dtype=jnp.float64):
    return jnp.asarray(x, dtype=dtype)


def unknown(x):
    return x.astype(np.float64)


def python_float(n):
    return jnp.zeros(n, dtype=float)
