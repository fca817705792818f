# not executed: the originals raise
import flax.linen as nn
import jax


class Reader(nn.Module):
    width: int

    @nn.compact
    def __call__(self, carry, rows):
        cell = nn.GRUCell(self.width)
        return jax.lax.scan(lambda c, row: cell(c, row), carry, rows)  # want: JOL829 "nn.scan|cell"


class Deep(nn.Module):
    def setup(self):
        self.block = nn.Dense(4)
        self.other = nn.Dense(4)

    def __call__(self, x):
        x = jax.checkpoint(self.block)(x)  # want: JOL829 "`self.block`"

        def first(v):
            return self.other(v)

        return jax.lax.cond(x.sum() > 0, first, lambda v: v, x)  # want: JOL829 "`self.other`"
