# not executed: there is no fix
import equinox as eqx
from flax import nnx


class Layer(nnx.Module):
    def __init__(self, width, rngs: nnx.Rngs, momentum=0.1):  # want: JOL843 "nnx.BatchNorm"
        self.norm = nnx.BatchNorm(width, momentum=momentum, rngs=rngs)

    def __call__(self, x):
        return self.norm(x)


def layer(width):
    return eqx.nn.BatchNorm(width, axis_name="batch", momentum=0.05)  # want: JOL843 "eqx.nn.BatchNorm"
