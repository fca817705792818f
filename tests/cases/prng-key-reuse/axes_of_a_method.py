"""The `in_axes` of what decorates a method begin with `self`."""

from functools import partial

import jax
import jax.numpy as jnp


class World:
    noise = 0.1

    @partial(jax.vmap, in_axes=(None, 0, 0))
    def pushed(self, key, force):
        return force + self.noise * jax.random.normal(key, force.shape)

    def step(self, key, forces: jax.Array):
        keys = jax.random.split(key, forces.shape[0])
        return jnp.sum(self.pushed(keys, forces))
