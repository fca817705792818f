"""Like arguments, but the first layer has what comes in as its input width."""

import flax.linen as nn
from flax.nnx import bridge


class Hidden(nn.Module):
    depth: int
    width: int

    @nn.compact
    def __call__(self, x):
        for _ in range(self.depth):
            x = nn.relu(nn.Dense(self.width)(x))
        return x


class ConvBlock(nn.Module):
    features: int

    @nn.compact
    def __call__(self, x):
        return nn.relu(nn.Conv(self.features, (3, 3))(x))


class Convolutions(nn.Module):
    depth: int

    @nn.compact
    def __call__(self, x):
        for i in range(self.depth):
            x = ConvBlock(64, name=f"conv_{i}")(x)
        return x


class Lazy(bridge.Module):
    width: int

    @bridge.compact
    def __call__(self, x):
        return x @ self.param("w", nn.initializers.ones, (x.shape[-1], self.width))


class Bridged(bridge.Module):
    depth: int

    def setup(self):
        self.layers = [Lazy(4, name=f"layer_{i}") for i in range(self.depth)]

    def __call__(self, x):
        for layer in self.layers:
            x = layer(x)
        return x
