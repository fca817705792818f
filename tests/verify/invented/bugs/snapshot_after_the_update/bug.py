import jax
import jax.numpy as jnp
import numpy as np


def inputs(key):
    return (np.ones(4, np.float32), 3)


def run(state, steps):
    """Final state, and a snapshot taken before every step (numpy)."""
    state = state.copy()
    snaps = np.empty((steps,) + state.shape, state.dtype)
    for i in range(steps):
        state *= 0.5 + i
        snaps[i] = state
    return state, snaps
