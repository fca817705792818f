# not executed: there is no fix
"""A flag is asked for its truth as well, and another truth is another program."""

import jax


class Experiment:
    def __init__(self):
        self.noisy = None
        self.warm = None
        self._update = jax.jit(self._update_impl)

    def _update_impl(self, x):
        if self.noisy:  # want: JOL112 (warning) "`self.noisy`"
            return x + 1
        return 2 * x if self.warm else x  # want: JOL112 (warning) "`self.warm`"

    def step(self, x, state):
        x = self._update(x)
        self.noisy = x.mean() > 3
        self.warm, _ = (True, state)
        return x
