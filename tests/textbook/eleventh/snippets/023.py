import jax
import jax.numpy as jnp
from flax import nnx


class ResidualMLP(nnx.Module):
    def __init__(self, width: int, depth: int, *, rngs: nnx.Rngs):
        self.layers = [nnx.Linear(width, width, rngs=rngs) for _ in range(depth)]
        self.norm = nnx.LayerNorm(width, rngs=rngs)

    def __call__(self, x):
        for layer in self.layers:
            x = x + nnx.gelu(layer(self.norm(x)))
        return x


model = ResidualMLP(16, 4, rngs=nnx.Rngs(0))
x = jnp.ones((2, 16))


@nnx.jit
def forward(model, x):
    return model(x).mean()


print(forward(model, x))
print(jax.tree.map(jnp.shape, nnx.state(model, nnx.Param)))
