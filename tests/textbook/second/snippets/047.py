import jax
import jax.numpy as jnp
from flax import nnx


class Block(nnx.Module):
    def __init__(self, rngs: nnx.Rngs):
        self.fc = nnx.Linear(1024, 1024, rngs=rngs)

    def __call__(self, x):
        return x + nnx.silu(self.fc(x))


class Tower(nnx.Module):
    def __init__(self, depth: int, rngs: nnx.Rngs):
        @nnx.split_rngs(splits=depth)
        @nnx.vmap(in_axes=(0,), out_axes=0)
        def create(rngs):
            return Block(rngs)

        self.blocks = create(rngs)

    def __call__(self, x):
        @nnx.scan(in_axes=(nnx.Carry, 0), out_axes=nnx.Carry)
        def forward(x, block):
            return block(x)

        return forward(x, self.blocks)


@nnx.jit
def apply(model, x):
    return model(x)


def main():
    return jax.block_until_ready(apply(Tower(48, nnx.Rngs(0)), jnp.ones((8, 1024))))
