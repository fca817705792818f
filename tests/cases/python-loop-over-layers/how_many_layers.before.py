# not executed: there is no fix
"""How many layers there are is written down, or left to a default."""

from dataclasses import dataclass

import flax.linen as nn
import jax
import jax.numpy as jnp
import optax


@dataclass
class Settings:
    blocks: int = 24
    heads: int = 4
    few: int = 6


class Block(nn.Module):
    heads: int

    @nn.compact
    def __call__(self, x):
        return x + nn.SelfAttention(num_heads=self.heads)(nn.LayerNorm()(x))


class Deep(nn.Module):
    depth: int = 28

    @nn.compact
    def __call__(self, x):
        for _ in range(self.depth):  # want: JOL204 (info) "passes `x` through layers that are alike"
            x = Block(heads=4)(x)
        return nn.Dense(1)(x)


class Configured(nn.Module):
    config: Settings

    @nn.compact
    def __call__(self, x):
        for _ in range(self.config.blocks):  # want: JOL204 (info)
            x = Block(heads=self.config.heads)(x)
        for _ in range(self.config.few):  # want: JOL204 (info)
            x = Block(heads=self.config.heads)(x)
        return nn.Dense(1)(x)


class Asked(nn.Module):
    depth: int

    @nn.compact
    def __call__(self, x):
        for _ in range(self.depth):  # want: JOL204 (info)
            x = Block(heads=4)(x)
        return nn.Dense(1)(x)


@jax.jit
def step(params, batch):
    def loss(p):
        deep = jnp.mean(Deep().apply({"params": p}, batch))
        deep += jnp.mean(Configured(Settings()).apply({"params": p}, batch))
        return deep + jnp.mean(Asked(8).apply({"params": p}, batch))

    return optax.apply_updates(params, jax.grad(loss)(params))
