import flax.linen as nn
import jax
import jax.numpy as jnp


class Block(nn.Module):
    dim: int

    @nn.compact
    def __call__(self, x):
        y = nn.LayerNorm()(x)
        y = nn.MultiHeadDotProductAttention(num_heads=16)(y)
        x = x + y
        y = nn.Dense(4 * self.dim)(nn.LayerNorm()(x))
        return x + nn.Dense(self.dim)(nn.gelu(y))


class Transformer(nn.Module):
    dim: int = 2048
    depth: int = 48

    @nn.compact
    def __call__(self, tokens):
        x = nn.Embed(32000, self.dim)(tokens)
        for _ in range(self.depth):
            x = Block(self.dim)(x)
        return nn.Dense(32000)(nn.LayerNorm()(x))


@jax.jit
def logits(params, tokens):
    return Transformer().apply({"params": params}, tokens)
