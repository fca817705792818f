"""Scan over 12 NNX residual blocks."""
import jax
import jax.numpy as jnp
from flax import nnx

LAYERS, DIM, BATCH, SEQ = 12, 512, 16, 256


class Block(nnx.Module):
    def __init__(self, rngs: nnx.Rngs):
        self.norm = nnx.LayerNorm(DIM, rngs=rngs)
        self.up = nnx.Linear(DIM, 4 * DIM, rngs=rngs)
        self.down = nnx.Linear(4 * DIM, DIM, rngs=rngs)

    def __call__(self, x):
        return x + self.down(nnx.gelu(self.up(self.norm(x))))


class Stack(nnx.Module):
    def __init__(self, rngs: nnx.Rngs):
        @nnx.split_rngs(splits=LAYERS)
        @nnx.vmap(in_axes=(0,), out_axes=0)
        def create_block(rngs):
            return Block(rngs)

        self.blocks = create_block(rngs)

    def __call__(self, x):
        @nnx.scan(in_axes=(0, nnx.Carry), out_axes=nnx.Carry)
        def forward(block, x):
            return block(x)

        return forward(self.blocks, x)


if __name__ == "__main__":
    model = Stack(nnx.Rngs(0))
    x = jax.random.normal(jax.random.key(1), (BATCH, SEQ, DIM))
    y = nnx.jit(lambda m, x: m(x))(model, x)
    print(y.shape, model.blocks.up.kernel.shape, float(jnp.std(y)))
