import jax
import jax.numpy as jnp


def inputs(key):
    return jax.random.normal(key, (4, 4)), jnp.full((4,), 0.5)


def _shift(row, *, offset):
    return jnp.tanh(row - offset)


def run(rows, offset):
    """Squashes every row around the shared offset."""
    return jax.vmap(_shift, in_axes=0)(rows, offset=offset)
