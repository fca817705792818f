"""A mask that starts as `True` becomes an array in the first turn: no scan carries that."""

import jax
import jax.numpy as jnp


@jax.jit
def below(wavenumbers, cutoff):
    mask = True
    for grid in wavenumbers:  # want: JOL202
        mask = mask & (jnp.abs(grid) <= cutoff)
    return mask[jnp.newaxis, ...]


below(jnp.ones((3, 20, 20)), 3.0)
