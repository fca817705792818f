# not executed: there is no fix
from flax import nnx


class Block(nnx.Module):
    def __init__(self, size, rngs: nnx.Rngs = nnx.Rngs(0)):  # want: JOL910 "for a default argument, which all calls share"
        self.layer = nnx.Linear(size, size, rngs=rngs)
