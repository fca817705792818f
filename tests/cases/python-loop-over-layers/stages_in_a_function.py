"""A loop around the calls of a function says how many blocks a stage has, and how wide they are."""

import flax.linen as nn
import jax


class ResBlock(nn.Module):
    width: int

    @nn.compact
    def __call__(self, x):
        y = nn.relu(nn.Dense(self.width)(x))
        return x + y


class Encoder(nn.Module):
    @nn.compact
    def __call__(self, x):
        def stage(x, blocks):
            for _ in range(blocks):
                x = ResBlock(64)(x)
            return x

        for blocks in (2, 3, 2):
            x = stage(x, blocks)
        return x


class Widening(nn.Module):
    depth: int = 8

    @nn.compact
    def __call__(self, x):
        def stage(x, width):
            for _ in range(self.depth):
                x = ResBlock(width)(x)
            return x

        for width in (32, 64, 128):
            x = stage(x, width)
        return x


@jax.jit
def apply(params, x):
    return Encoder().apply(params, x) + Widening().apply(params, x)
