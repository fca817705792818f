"""Modules of a framework hold parameters of their own."""

import jax
import flax.linen as nn


class Net(nn.Module):
    @nn.compact
    def __call__(self, x: jax.Array, noise: jax.Array):
        for i in range(32):
            x = nn.Dense(16, name="shared")(x) + noise[i]
        return x


class Cell(nn.Module):
    def setup(self):
        self.cell = nn.Dense(16)

    def __call__(self, h, xs: jax.Array):
        for t in range(xs.shape[0]):
            h = self.cell(h + xs[t])
        return h
