import equinox as eqx
from flax import nnx


class Net(nnx.Module):
    def __init__(self, seed):
        self.seed = seed

    def __call__(self, x):
        return x * 2


class Quick(eqx.Module):
    seed: int

    @eqx.filter_jit
    def __call__(self, x):
        return x * self.seed


class Steps:
    def __init__(self, model):
        self.model = model

    def __call__(self, x):
        return x
