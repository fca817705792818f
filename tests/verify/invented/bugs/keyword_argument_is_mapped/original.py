import jax
import jax.numpy as jnp


def inputs(key):
    return jax.random.normal(key, (4, 4)), jnp.full((4,), 0.5)


def _shift(row, *, offset):
    return jnp.tanh(row - offset)


def run(rows, offset):
    """Squashes every row around the shared offset."""
    return jnp.stack([_shift(row, offset=offset) for row in rows])
