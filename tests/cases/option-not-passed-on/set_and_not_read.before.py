# not executed: there is no fix
from functools import partial

import flax.linen as nn
import jax.numpy as jnp


class Block(nn.Module):
    width: int
    kernel_dilation: int = 1  # want: JOL864 "its `nn.Conv` keeps its own default"
    dtype: jnp.dtype = jnp.float32

    @nn.compact
    def __call__(self, x):
        return nn.Conv(self.width, (3,), dtype=self.dtype)(x)


class Head(nn.Module):
    classes: int
    dtype: jnp.dtype = jnp.float32  # want: JOL864 "nothing reads `dtype` of `Head`"

    def setup(self):
        self.dense = nn.Dense(self.classes)

    def __call__(self, x):
        return self.dense(x)


class Net(nn.Module):
    dtype: jnp.dtype = jnp.float32

    @nn.compact
    def __call__(self, x):
        for dilation in (1, 2, 4):
            x = Block(8, kernel_dilation=dilation, dtype=self.dtype)(x)
        head = partial(Head, dtype=self.dtype)
        return head(3)(x)


def make():
    return Net(dtype=jnp.bfloat16)
