"""Names that libraries around JAX removed, where the code asks first, or means something else."""

from __future__ import annotations

import flax
import jax
import jax.numpy as jnp
import numpy as np
import optax

try:
    from numpy import trapezoid
except ImportError:
    from numpy import trapz as trapezoid

try:
    hvp = optax.hvp
except AttributeError:
    hvp = None

if hasattr(np, "product"):
    size = np.product
else:
    size = np.prod

OLD = tuple(map(int, np.__version__.split(".")[:2])) < (2, 0)
inf = np.Inf if OLD else np.inf


class np_like:
    """An object that has attributes of the same names."""

    float_ = jnp.float32
    product = staticmethod(jnp.prod)


def total(x: np.float_, np_=np_like()):
    if flax.__version__ < "0.11":
        flax.nnx.fork(x)
    return np_.product(x) + np_.float_(1) + trapezoid(x)


def cast(x, np):
    return np.float_(x) * jax.numpy.inf
