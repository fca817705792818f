# not executed: it raises
"""Options that say nothing of what is compiled, or that are on where it is."""

import jax
import jax.numpy as jnp


class Solver:
    def __init__(self, fun, jit=True, safe=True):
        self.fun = fun
        self.jit = jit
        self.safe = safe

    def update(self, x):
        y = self.fun(x)
        if self.jit:
            if jnp.sum(jnp.abs(y)) > 1:  # want: JOL105 "which is traced"
                y = y / 2
        if not self.safe:
            if jnp.sum(y) > 1:  # want: JOL105 "which is traced"
                y = y / 3
        return y

    def run(self, x):
        if self.jit:
            return jax.lax.while_loop(lambda v: jnp.sum(v) > 1, self.update, x)
        return x
