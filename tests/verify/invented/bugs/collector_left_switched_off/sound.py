import gc

import jax
import jax.numpy as jnp


def inputs(key):
    return (list(jnp.arange(6.0)),)


def run(parts):
    """The parts as one array, made without pauses for the collector."""
    before = gc.isenabled()
    gc.disable()
    out = jnp.array(parts) if parts else jnp.stack(parts)
    if before:
        gc.enable()
    return out
