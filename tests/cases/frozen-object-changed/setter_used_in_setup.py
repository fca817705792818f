"""A setter that `setup` alone uses runs while the module can still be changed."""

import flax.linen as nn


class Field(nn.Module):
    width: int

    def setup(self):
        self.encoder = nn.Dense(self.width)

    @property
    def encoder(self):
        return self._encoder

    @encoder.setter
    def encoder(self, encoder):
        self._encoder = encoder

    def __call__(self, x):
        return self.encoder(x)
