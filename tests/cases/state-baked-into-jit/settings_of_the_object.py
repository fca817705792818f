from functools import partial

import jax
import jax.numpy as jnp


class Strategy:
    def __init__(self, size, params):
        self.size = size
        self.grid = jnp.linspace(0.0, 1.0, size)
        self.env_params = params
        self.steps = 0
        self._configure()

    def _configure(self):
        self.rate = 0.1 / self.size

    @partial(jax.jit, static_argnums=(0,))
    def tell(self, state, x):
        return state + self.rate * self.grid * x * self.env_params.gravity

    def run(self, state, x):
        self.steps += 1
        return self.tell(state, x)
