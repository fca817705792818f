# not executed: the originals raise
import flax.linen as nn


class Block(nn.Module):
    @nn.compact
    def __call__(self, x, _):
        return nn.Dense(8)(x), None


class Reader(nn.Module):
    @nn.compact
    def __call__(self, carry, rows):
        cell = nn.scan(nn.GRUCell, in_axes=1, out_axes=1)(features=8)  # want: JOL831 "no parameters"
        stack = nn.scan(Block, variable_axes={"params": 0}, length=4)  # want: JOL831 "no keys"
        many = nn.vmap(nn.Dense, in_axes=None, axis_size=4)  # want: JOL831 "nn.vmap"
        return cell(carry, rows), stack()(carry, None), many(3)(rows)


class Deep(nn.Module):
    @nn.compact
    def __call__(self, x):
        stack = nn.scan(  # want: JOL831 (warning) "they begin alike"
            nn.remat(Block),
            variable_axes={"params": 0},
            split_rngs={"params": False, "dropout": True},
            length=4,
        )
        return stack()(x, None)
