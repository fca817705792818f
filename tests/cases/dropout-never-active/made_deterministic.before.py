# not executed: there is no fix
import flax.linen as nn


class Block(nn.Module):
    rate: float = 0.2

    @nn.compact
    def __call__(self, x, training: bool):
        x = nn.Dense(8)(x)
        return nn.Dropout(self.rate, deterministic=True)(x)  # want: JOL861 (warning) "whatever `training` says"


class Stack(nn.Module):
    def setup(self):
        self.block = Block()
        self.dropout = nn.Dropout(rate=0.1, deterministic=True)  # want: JOL861 (warning) "whatever `train` says"

    def __call__(self, x, train=True):
        return self.dropout(self.block(x, train))


class Encoder(nn.Module):
    @nn.compact
    def __call__(self, x):
        return nn.Dropout(0.1, deterministic=True)(nn.Dense(8)(x))  # want: JOL861 (info) "in training either"
