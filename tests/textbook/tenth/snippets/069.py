import jax
import jax.numpy as jnp
from flax import nnx


class MLP(nnx.Module):
    def __init__(self, dims, rngs: nnx.Rngs):
        self.layers = [
            nnx.Linear(a, b, rngs=rngs) for a, b in zip(dims[:-1], dims[1:])
        ]
        self.norm = nnx.LayerNorm(dims[-1], rngs=rngs)

    def __call__(self, x):
        for layer in self.layers[:-1]:
            x = nnx.gelu(layer(x))
        return self.norm(self.layers[-1](x))


@nnx.jit
def forward(model, x):
    return model(x)


model = MLP([8, 32, 32, 4], nnx.Rngs(0))
x = jax.random.normal(jax.random.key(1), (16, 8))
print(forward(model, x).shape)
print(jnp.isfinite(forward(model, x)).all())
