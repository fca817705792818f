"""One block, scanned over its stacked parameters."""
from flax import nnx
import jax
import jax.numpy as jnp


class Block(nnx.Module):
    def __init__(self, dim, rngs: nnx.Rngs):
        self.norm = nnx.LayerNorm(dim, rngs=rngs)
        self.fc = nnx.Linear(dim, dim, rngs=rngs)

    def __call__(self, x):
        return x + nnx.gelu(self.fc(self.norm(x)))


class Tower(nnx.Module):
    def __init__(self, dim, depth, rngs: nnx.Rngs):
        @nnx.split_rngs(splits=depth)
        @nnx.vmap(in_axes=(0,), out_axes=0)
        def create(rngs):
            return Block(dim, rngs)

        self.blocks = create(rngs)

    def __call__(self, x):
        @nnx.scan(in_axes=(nnx.Carry, 0), out_axes=nnx.Carry)
        def forward(x, block):
            return block(x)

        return forward(x, self.blocks)


@nnx.jit
def apply(model, x):
    return model(x)


if __name__ == "__main__":
    print(apply(Tower(16, 24, nnx.Rngs(0)), jnp.ones((2, 16))).shape)
