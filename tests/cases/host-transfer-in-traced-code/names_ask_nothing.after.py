# not executed: every call raises
"""Settings whose names sound as if they asked for a trace."""

import functools

import jax


class Model:
    def __init__(self, jitter):
        self.jitter = jitter

    @functools.partial(jax.jit, static_argnums=0)
    def act(self, x):
        if self.jitter:
            x = jax.numpy.asarray(x)
        return x
