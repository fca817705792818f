"""The carried value is a function, or gains an axis."""

import jax
import jax.numpy as jnp


@jax.jit
def batched_take(x: jax.Array, indices: jax.Array, batch_dims: jax.Array):
    take = lambda p, i: jnp.take(p, i)  # noqa: E731
    for d in range(30):
        take = jax.vmap(take, in_axes=(0, None))
        indices = indices + batch_dims[d]
    return take(x, indices)


@jax.jit
def expanded(x: jax.Array, rows: jax.Array):
    for i in range(30):
        x = jnp.expand_dims(x, axis=-1)
        rows = rows + x[i]
    return x
