"""A private module, with a public twin."""

import jax
from jax._src.random import PRNGKey  # want: JOL705


class State:
    def __init__(self, seed):
        self.key = PRNGKey(seed)
        self.step = jax.numpy.zeros((), int)
