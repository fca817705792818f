"""The results of the layers are kept, or a branch knows the number of the layer."""

import flax.linen as nn
import jax.numpy as jnp


class EncoderBlock(nn.Module):
    width: int

    @nn.compact
    def __call__(self, x):
        return x + nn.Dense(self.width)(x)


class Kept(nn.Module):
    depth: int

    @nn.compact
    def __call__(self, x):
        hidden = []
        for i in range(self.depth):
            x = EncoderBlock(64, name=f"block_{i}")(x)
            hidden.append(x)
        return hidden


class Cached(nn.Module):
    depth: int

    @nn.compact
    def __call__(self, x, cache):
        for i in range(self.depth):
            x = EncoderBlock(64, name=f"block_{i}")(x + cache[i])
        return x


class Pooled(nn.Module):
    depth: int

    @nn.compact
    def __call__(self, x):
        for i in range(self.depth):
            x = EncoderBlock(64, name=f"block_{i}")(x)
            if i % 2 == 0:
                x = x / jnp.max(x)
        return x


class Two(nn.Module):
    @nn.compact
    def __call__(self, x):
        for i in range(2):
            x = EncoderBlock(64, name=f"block_{i}")(x)
        return x
