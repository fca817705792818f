"""What is called is no row of an array."""

import jax
import jax.numpy as jnp


def channels(generators, key, num_points: int):
    """One field of initial values from each generator, a list of callables."""
    keys = jax.random.split(key, len(generators))
    fields = [generate(num_points, key=k) for generate, k in zip(generators, keys)]
    return jnp.concatenate(fields, axis=0)
