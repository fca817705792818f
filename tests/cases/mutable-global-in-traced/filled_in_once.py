import jax
import jax.numpy as jnp

_TABLE = None
_MESH = None


def table():
    global _TABLE
    if _TABLE is None:
        _TABLE = jnp.linspace(0.0, 1.0, 16)
    return _TABLE


def mesh():
    global _MESH
    if _MESH is not None:
        return _MESH
    _MESH = jax.devices()
    return _MESH


@jax.jit
def looked_up(x):
    return x + _TABLE[3] * len(_MESH)
