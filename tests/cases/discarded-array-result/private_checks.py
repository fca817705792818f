"""Checks of JAX's own that raise, and give nothing."""

import jax.numpy as jnp
from jax._src.numpy.util import check_arraylike


def spherical(x):
    check_arraylike("spherical", x)
    return jnp.where(x == 0, 1.0, jnp.sin(x) / x)
