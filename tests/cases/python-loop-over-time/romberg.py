"""The number of points doubles at each step."""

import jax
import jax.numpy as jnp


@jax.jit
def romberg(f_values: jax.Array, h):
    state = f_values[:1]
    for i in range(1, 20):
        points = jnp.arange(2**i) * h
        state = jnp.concatenate([state, jnp.sum(points)[None] + f_values[i]])
    return state
