"""Sound rewrite: state of the call before is used for another shape."""

import jax
import jax.numpy as jnp


def f(x):
    return x.shape[0] * x
