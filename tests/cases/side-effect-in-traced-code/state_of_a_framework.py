import haiku as hk
import jax
import jax.numpy as jnp
from flax import linen as nn
from flax import nnx


class Dense(nn.Module):
    features: int

    def setup(self):
        self.kernel = self.param("kernel", nn.initializers.ones, (self.features,))

    def __call__(self, x):
        self.sow("intermediates", "x", x)
        return x * self.kernel


class Counter(nnx.Module):
    def __init__(self):
        self.count = nnx.Variable(0)
        self.calls = 0

    @nnx.jit
    def __call__(self, x):
        self.count.value += 1
        self.calls += 1
        return x


class Net(hk.Module):
    def __init__(self):
        super().__init__()
        self.width = 4

    def __call__(self, x):
        hk.set_state("x", x)
        self.width = x.shape[-1]
        return hk.Linear(self.width)(x)


@jax.jit
def apply(params, x):
    return hk.transform_with_state(lambda v: Net()(v)).apply(params, {}, None, x)


@jax.jit
def double(x):
    return jnp.add(x, x)
