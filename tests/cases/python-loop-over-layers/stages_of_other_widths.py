"""The first block of each stage gets another number of channels than the rest."""

import flax.linen as nn
import jax


class ResBlock(nn.Module):
    width: int

    @nn.compact
    def __call__(self, x):
        y = nn.relu(nn.Dense(self.width)(x))
        if x.shape[-1] != self.width:
            x = nn.Dense(self.width)(x)
        return x + y


class Encoder(nn.Module):
    depth: int = 8

    @nn.compact
    def __call__(self, x):
        for stage in range(4):
            width = 32 * 2**stage
            for _ in range(self.depth):
                x = ResBlock(width)(x)
        return x


@jax.jit
def apply(params, x):
    return Encoder().apply(params, x)
