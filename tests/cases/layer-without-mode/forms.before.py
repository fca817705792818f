# not executed: the originals raise
import flax.linen as nn


class Head(nn.Module):
    @nn.compact
    def __call__(self, x):
        x = nn.Dropout(0.5)(x)  # want: JOL830 "`deterministic` neither"
        return nn.Dense(10)(x)


class Block(nn.Module):
    def setup(self):
        self.norm = nn.BatchNorm()
        self.drop = nn.Dropout(rate=0.1)

    def __call__(self, x):
        x = self.norm(x)  # want: JOL830 "use_running_average"
        return self.drop(x)  # want: JOL830
