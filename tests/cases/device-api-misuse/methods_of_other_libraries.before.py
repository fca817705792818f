# not executed: the originals raise
"""Methods that arrays of PyTorch and TensorFlow have, and those of JAX never had."""

import flax.linen as nn
import jax
import jax.numpy as jnp


class Attention(nn.Module):
    width: int

    def setup(self):
        self.to_qkv = nn.Dense(self.width * 3)

    def __call__(self, x):
        q, k, v = self.to_qkv(x).split(3, axis=-1)  # want: JOL706 "has no `split`"
        weights = nn.softmax(q @ jnp.swapaxes(k, -1, -2))
        return weights @ v


class Block(nn.Module):
    @nn.compact
    def __call__(self, x):
        norm = nn.LayerNorm()
        return norm(x).clamp(0.0)  # want: JOL706


@jax.jit
def shuffled(key, x):
    noise = jax.random.normal(key, (4, 6))
    first, second = noise.chunk(2)  # want: JOL706
    return jnp.sum(x).square().sqrt(), first, second  # want: JOL706 "has no `square`"
