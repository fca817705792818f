import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (3, 16)),)


_CACHE = {}


def _window():
    if "hann" not in _CACHE:
        _CACHE["hann"] = 0.5 - 0.5 * jnp.cos(2 * jnp.pi * jnp.arange(16) / 16)
    return _CACHE["hann"]


@jax.jit
def run(frames):
    """Windowed frames."""
    return frames * _window()
