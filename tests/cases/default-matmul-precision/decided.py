"""The type is given, or passed on; the precision is raised for one place only."""

import functools

import jax
import jax.numpy as jnp
from flax import linen as nn

jax.config.update("jax_default_matmul_precision", "bfloat16")


class Block(nn.Module):
    options: dict
    dtype: jnp.dtype = jnp.bfloat16

    @nn.compact
    def __call__(self, x):
        dense = functools.partial(nn.Dense, dtype=self.dtype)
        x = dense(8)(x)
        x = nn.Dense(8, **self.options)(x)
        x = nn.Dense(8, precision=jax.lax.Precision.HIGHEST)(x)
        return nn.LayerNorm()(x)


def solve(a, b):
    with jax.default_matmul_precision("highest"):
        return a.T @ b
