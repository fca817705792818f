# not executed: storing raises
"""A private method that the class calls runs when the object is frozen."""

import equinox as eqx
import jax


class Lens(eqx.Module):
    focus: jax.Array

    def __moved(self, by):
        self.focus = self.focus + by  # want: JOL827 "frozen when `__moved` runs"

    def __call__(self, field):
        self.__moved(0.1)
        return field / self.focus
