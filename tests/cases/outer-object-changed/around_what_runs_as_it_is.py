"""Objects from around that nothing changes, are in another mode, or change where nothing is
compiled."""

import jax
import jax.numpy as jnp
from flax import nnx


class Net(nnx.Module):
    def __init__(self, rngs: nnx.Rngs):
        self.norm = nnx.BatchNorm(3, rngs=rngs)

    def __call__(self, x):
        return self.norm(x)


class Counted(nnx.Module):
    def __init__(self):
        self.calls = nnx.BatchStat(jnp.zeros(()))

    def __call__(self, x):
        self.calls[...] = self.calls[...] + 1
        return x


net = Net(nnx.Rngs(0))
net.eval()
linear = nnx.Linear(3, 2, rngs=nnx.Rngs(1))
counted = Counted()


@nnx.jit
def predict(x):
    return linear(net(x))


@nnx.jit
def made_within(x):
    counted = Counted()
    return counted(x)


@nnx.jit
def given(counted, x):
    return counted(x)


def plain(x):
    return counted(given(counted, x))


print(predict(jnp.ones((2, 3))), jax.jit(jnp.sin)(plain(jnp.ones(3))))
