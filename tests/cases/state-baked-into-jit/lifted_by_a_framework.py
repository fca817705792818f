import equinox as eqx
import jax.numpy as jnp
from flax import linen as nn
from flax import nnx


class Net(nn.Module):
    @nn.jit
    def __call__(self, x):
        return x * self.variables["params"]["w"]


class Model(nnx.Module):
    def __init__(self):
        self.weights = nnx.Param(jnp.ones(3))
        self.training = True

    def eval(self):
        self.training = False

    @nnx.jit
    def __call__(self, x):
        return x * self.weights * self.training


class Layer(eqx.Module):
    weights: jnp.ndarray

    @eqx.filter_jit
    def __call__(self, x):
        return x @ self.weights
