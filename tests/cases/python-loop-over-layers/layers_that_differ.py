"""Widths, strides, rates and windows that change from layer to layer."""

import flax.linen as nn
import jax.numpy as jnp


class Block(nn.Module):
    width: int
    rate: float = 0.0
    stride: int = 1

    @nn.compact
    def __call__(self, x):
        return x + nn.Dense(self.width)(x)


class DropPath(nn.Module):
    depth: int

    @nn.compact
    def __call__(self, x):
        for i in range(self.depth):
            x = Block(64, rate=0.1 * i / self.depth, name=f"block_{i}")(x)
        return x


class Pyramid(nn.Module):
    depth: int

    @nn.compact
    def __call__(self, x):
        width = 512
        for i in range(self.depth):
            x = Block(width, name=f"block_{i}")(x)
            width //= 2
        return x


class Strided(nn.Module):
    depth: int

    @nn.compact
    def __call__(self, x):
        for i in range(self.depth):
            x = Block(64, stride=2 if i == 0 else 1)(x)
        return x


class Stages(nn.Module):
    @nn.compact
    def __call__(self, x):
        for width, count in [(16, 2), (32, 2)]:
            x = nn.Conv(width, (3, 3))(x)
            for j in range(count):
                x = Block(width, name=f"block_{width}_{j}")(x)
        return x


class Growing(nn.Module):
    depth: int

    @nn.compact
    def __call__(self, x):
        for i in range(self.depth):
            y = Block(64, name=f"block_{i}")(x)
            x = jnp.concatenate([x, y], axis=-1)
        return x
