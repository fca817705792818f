import jax.numpy as jnp
from flax import nnx


class Residual(nnx.Module):
    def __init__(self, dim, rngs):
        self.norm = nnx.RMSNorm(dim, rngs=rngs)
        self.fc = nnx.Linear(dim, dim, rngs=rngs)

    def __call__(self, x):
        return x + nnx.silu(self.fc(self.norm(x)))


class Tower(nnx.Module):
    def __init__(self, dim: int, rngs: nnx.Rngs, num_layers: int = 64):
        self.layers = nnx.List([Residual(dim, rngs) for _ in range(num_layers)])

    def __call__(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


@nnx.jit
def apply_tower(model, x):
    return model(x)


def main():
    model = Tower(1024, nnx.Rngs(0))
    return apply_tower(model, jnp.ones((32, 1024)))
