import jax
import jax.numpy as jnp
from flax import nnx


class ResidualBlock(nnx.Module):
    def __init__(self, dim, *, rngs: nnx.Rngs):
        self.norm = nnx.LayerNorm(dim, rngs=rngs)
        self.up = nnx.Linear(dim, 4 * dim, rngs=rngs)
        self.down = nnx.Linear(4 * dim, dim, rngs=rngs)

    def __call__(self, x):
        return x + self.down(nnx.gelu(self.up(self.norm(x))))


class Encoder(nnx.Module):
    def __init__(self, dim, depth, *, rngs: nnx.Rngs):
        self.blocks = [ResidualBlock(dim, rngs=rngs) for _ in range(depth)]
        self.norm = nnx.LayerNorm(dim, rngs=rngs)

    def __call__(self, x):
        for block in self.blocks:
            x = block(x)
        return self.norm(x)


@nnx.jit
def encode(model, x):
    return model(x)


if __name__ == "__main__":
    model = Encoder(dim=384, depth=12, rngs=nnx.Rngs(0))
    x = jax.random.normal(jax.random.key(1), (32, 196, 384))
    print(jnp.linalg.norm(encode(model, x)))
