import functools

import jax
import jax.numpy as jnp


def inputs(key):
    return jax.random.normal(key, (2, 3, 4)), (0, 2)


@functools.partial(jax.jit, static_argnums=1)
def run(x, axes):
    """Standardises over the given axes."""
    for axis in axes:
        assert -x.ndim <= axis < x.ndim
    mean = jnp.mean(x, axis=axes, keepdims=True)
    return (x - mean) / (jnp.std(x, axis=axes, keepdims=True) + 1e-3)
