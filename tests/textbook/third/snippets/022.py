import jax
import jax.numpy as jnp
from flax import nnx


class Net(nnx.Module):
    def __init__(self, rngs):
        self.conv = nnx.Conv(3, 16, kernel_size=(3, 3), rngs=rngs)
        self.bn = nnx.BatchNorm(16, rngs=rngs)

    def __call__(self, x):
        return nnx.relu(self.bn(self.conv(x)))


@jax.jit
def warm_up(model, x):
    return jnp.mean(model(x))


def calibrate(batches):
    model = Net(nnx.Rngs(0))
    model.train()
    for x in batches:
        warm_up(model, x)
    model.eval()
    return model
