"""A 12-layer pre-norm feed-forward stack built with flax.linen.scan."""
import jax
import jax.numpy as jnp
from flax import linen as nn

LAYERS, DIM, BATCH, SEQ = 12, 512, 16, 256


class Block(nn.Module):
    dim: int

    @nn.compact
    def __call__(self, x, _):
        h = nn.LayerNorm()(x)
        h = nn.Dense(4 * self.dim)(h)
        return x + nn.Dense(self.dim)(nn.gelu(h)), None


class Stack(nn.Module):
    dim: int
    layers: int

    @nn.compact
    def __call__(self, x):
        scanned = nn.scan(
            Block,
            variable_axes={"params": 0},
            split_rngs={"params": False},
            length=self.layers,
        )
        x, _ = scanned(self.dim, name="blocks")(x, None)
        return nn.LayerNorm()(x)


if __name__ == "__main__":
    x = jax.random.normal(jax.random.key(1), (BATCH, SEQ, DIM))
    model = Stack(DIM, LAYERS)
    variables = model.init(jax.random.key(0), x)
    print(jax.tree.map(jnp.shape, variables["params"]["blocks"]))
    print(jax.jit(model.apply)(variables, x).shape)
