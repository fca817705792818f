"""Keywords that a handler, or a test of what the function takes, has another way for."""

from inspect import signature

import jax.numpy as jnp
from jax import ffi


def bounded(x):
    try:
        return jnp.clip(x, a_min=0.0)
    except TypeError:
        return jnp.clip(x, min=0.0)


def foreign(shapes):
    """How the function is written tells which release it is of."""
    if signature(ffi.ffi_call).return_annotation.startswith("Callable"):
        return ffi.ffi_call("scaled", shapes, vmap_method="sequential")
    return lambda *given, of: ffi.ffi_call("scaled", shapes, *given, vectorized=False, of=of)


def squeezed(x):
    try:
        return jnp.flip(x, dims=0)
    except TypeError:
        return jnp.flip(x, axis=0)
