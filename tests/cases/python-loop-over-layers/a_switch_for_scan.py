"""The file offers both: a scan, and a loop for debugging."""

import flax.linen as nn


class EncoderBlock(nn.Module):
    width: int

    @nn.compact
    def __call__(self, x, _=None):
        return x + nn.Dense(self.width)(x), None


class Encoder(nn.Module):
    depth: int
    stacked: bool

    @nn.compact
    def __call__(self, x):
        if self.stacked:
            scanned = nn.scan(
                EncoderBlock, variable_axes={"params": 0}, split_rngs={"params": True}, length=12
            )
            x, _ = scanned(64)(x, None)
        else:
            for i in range(self.depth):
                x, _ = EncoderBlock(64, name=f"block_{i}")(x)
        return x


class Rolled(nn.Module):
    depth: int

    @nn.compact
    def __call__(self, x):
        for i in range(self.depth):
            x, _ = EncoderBlock(64, name=f"layer_{i}")(x)
        return x
