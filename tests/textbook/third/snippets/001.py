import jax.numpy as jnp
from flax import nnx


class Tower(nnx.Module):
    def __init__(self, dim: int, depth: int, *, rngs: nnx.Rngs):
        self.layers = [nnx.Linear(dim, dim, rngs=rngs) for _ in range(depth)]
        self.norm = nnx.LayerNorm(dim, rngs=rngs)

    def __call__(self, x):
        for layer in self.layers:
            x = x + nnx.gelu(layer(x))
        return self.norm(x)


@nnx.jit
def embed(tower, x):
    return tower(x)


print(embed(Tower(64, 4, rngs=nnx.Rngs(0)), jnp.ones((2, 64))).shape)
