import flax.linen as nn
from flax import nnx


class Block(nn.Module):
    deterministic: bool = True

    @nn.compact
    def __call__(self, x, training: bool):
        x = nn.Dropout(0.2)(x, deterministic=not training)
        x = nn.Dropout(0.2, deterministic=self.deterministic)(x)
        x = nn.Dropout(0.0, deterministic=True)(x)
        return nn.Dropout(rate=0.1, deterministic=False)(x)


class Other(nnx.Module):
    def __init__(self, rngs: nnx.Rngs):
        self.dropout = nnx.Dropout(0.1, deterministic=True, rngs=rngs)  # `train()` turns it on

    def __call__(self, x):
        return self.dropout(x)
