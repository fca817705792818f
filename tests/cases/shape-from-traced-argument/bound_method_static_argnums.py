import functools

import jax
import jax.numpy as jnp


class Engine:
    def __init__(self, config):
        self.step = jax.jit(self._step, static_argnums=(1,))

    def _step(self, state, count):
        for _ in range(count):
            state = state + 1
        return state

    @functools.partial(jax.jit, static_argnums=(0, 2))
    def run(self, x, length):
        return jnp.zeros(length) + x
