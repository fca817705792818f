import jax
import jax.numpy as jnp


def inputs(key):
    return jax.random.normal(key, (2, 3, 4)), (0, 2)


def run(x, axes):
    """Standardises over the given axes."""
    for axis in axes:
        assert -x.ndim <= axis < x.ndim
    centred = x - jnp.mean(x, axis=tuple(axes), keepdims=True)
    return centred / (jnp.std(x, axis=tuple(axes), keepdims=True) + 1e-3)
