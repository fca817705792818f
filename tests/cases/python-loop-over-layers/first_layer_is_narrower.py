"""Like arguments, but the first layer has what comes in as its input width."""

import flax.linen as nn


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
