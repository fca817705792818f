"""A module's class is rematerialised in a Python loop over blocks."""

import flax.linen as nn
import jax
import jax.numpy as jnp


class Block(nn.Module):
    width: int

    @nn.compact
    def __call__(self, x):
        return x + nn.Dense(self.width)(nn.relu(nn.Dense(2 * self.width)(x)))


class Net(nn.Module):
    width: int
    blocks: int
    checkpointed: bool = False

    @nn.compact
    def __call__(self, x):
        for i in range(self.blocks):
            cls = nn.remat(Block) if self.checkpointed else Block
            x = cls(self.width, name=f"block_{i}")(x)
        return x


def loss(params, x):
    return jnp.mean(Net(8, 4, checkpointed=True).apply(params, x) ** 2)


slope = jax.grad(loss)
