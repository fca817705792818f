"""`np.repeat` of a traced array calls the array's own method: it works."""

import jax
import numpy as np


def upcycle(array, info, mesh, axes, count):
    def widen(array):
        assert info is not None
        rows = array[info.slice[1:]]
        return np.repeat(rows[None], count, axis=0)

    if mesh is not None:
        sharding = jax.sharding.NamedSharding(mesh, axes)
        return jax.jit(widen, out_shardings=sharding)(array)
    return array
