"""Streams that are handed on, one for all, options that are not seen, and dropout that is off."""

import flax.linen as nn
import jax.numpy as jnp
from flax import nnx


class Net(nnx.Module):
    def __init__(self, rngs: nnx.Rngs, **options):
        self.hidden = nnx.Linear(4, 16, rngs=rngs)
        self.other = nnx.Linear(4, 16, **options)
        self.drop = nnx.Dropout(0.5, rngs=rngs)
        self.late = nnx.Dropout(0.5)

    def __call__(self, x, key):
        return self.late(self.drop(self.hidden(x)), rngs=key)


first, second = Net(nnx.Rngs(0)), Net(nnx.Rngs(params=0, dropout=1))
third = Net(nnx.Rngs(default=0))
off = nnx.Dropout(0.0)
still = nnx.Dropout(0.5, deterministic=True)
print(off(jnp.ones(4)), still(jnp.ones(4)))
linen = nn.Dense(3)
