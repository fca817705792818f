# not executed: what stands in for JAX is bound on another branch
"""A stand-in for machines without JAX, whose methods take a key and leave it."""

import numpy as np

try:
    import jax
    import jax.numpy as jnp
except ImportError:

    class Random:
        def uniform(self, key, shape):
            return np.random.uniform(0, 1, shape)

        def normal(self, key, shape):
            return np.random.normal(0, 1, shape)

    class StandIn:
        random = Random()

    jax, jnp = StandIn(), np


def on_ball(count, filled):
    key = jax.random.PRNGKey(0)
    directions = jax.random.normal(key, (count, 3))
    directions = directions / jnp.linalg.norm(directions, axis=1, keepdims=True)
    if filled:
        # One of its keys, of a key that is used up.
        inner = jax.random.split(key)[0]  # want: JOL802 (info) "used up by `jax.random.normal`"
        return directions * jax.random.uniform(inner, (count, 1)) ** (1 / 3)
    return directions
