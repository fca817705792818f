# not executed: there is no fix
from flax import nnx


class Layer(nnx.Module):
    def __init__(self, width, rngs: nnx.Rngs, momentum=0.1):
        self.norm = nnx.BatchNorm(width, momentum=momentum, rngs=rngs)  # want: JOL863 (warning) "the default of `momentum`"

    def __call__(self, x):
        return self.norm(x)
