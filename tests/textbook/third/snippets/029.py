import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def winsorize(x, lower=1.0, upper=99.0):
    lo, hi = np.percentile(x, (lower, upper))
    return jnp.clip(x, lo, hi)


@jax.jit
def standardize(x):
    x = winsorize(x)
    return (x - x.mean()) / (x.std() + np.finfo(np.float32).eps)


def load(path):
    return standardize(jnp.asarray(np.load(path)))
