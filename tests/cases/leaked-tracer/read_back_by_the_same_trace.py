from functools import partial

import jax
import jax.numpy as jnp


class Solver:
    def __init__(self, tolerance):
        self.tolerance = tolerance

    @partial(jax.jit, static_argnums=0)
    def solve(self, matrix, rhs):
        self._scale = jnp.max(jnp.abs(matrix))
        return self._normalised(matrix, rhs)

    def _normalised(self, matrix, rhs):
        return jnp.linalg.solve(matrix / self._scale, rhs / self._scale)
