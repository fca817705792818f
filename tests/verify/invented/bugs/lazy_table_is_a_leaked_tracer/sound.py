import jax
import numpy as np


def inputs(key):
    return (jax.random.normal(key, (3, 16)),)


_CACHE = {}


def _window():
    if "hann" not in _CACHE:
        _CACHE["hann"] = (0.5 - 0.5 * np.cos(2 * np.pi * np.arange(16) / 16)).astype(np.float32)
    return _CACHE["hann"]


@jax.jit
def run(frames):
    """Windowed frames."""
    return frames * _window()
