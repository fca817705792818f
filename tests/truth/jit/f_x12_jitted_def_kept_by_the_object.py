"""What a constructor compiles is kept: one program for each object."""

import jax
import jax.numpy as jnp


class Cart:
    def __init__(self, limit=100, harder=False):
        start = jax.random.normal if harder else jax.random.uniform

        def reset_fn(key):
            after, key = jax.random.split(key)
            return start(key, (4,)), after

        self._reset_fn = jax.jit(jax.vmap(reset_fn))

        def step_fn(state, action):
            state = state + 0.1 * action
            return state, jnp.abs(state[0]) > limit

        self._step_fn = jax.jit(jax.vmap(step_fn))

    def reset(self, key):
        return self._reset_fn(key)

    def step(self, state, action):
        return self._step_fn(state, action)
