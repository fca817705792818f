"""A private method that nothing calls stores nothing: mostly a slip for the constructor."""

import equinox as eqx
import jax


class Lens(eqx.Module):
    focus: jax.Array
    index: float

    def __init(self, focus, index=1.0):
        self.focus = focus
        self.index = index

    def __call__(self, field):
        return field * self.index / self.focus
