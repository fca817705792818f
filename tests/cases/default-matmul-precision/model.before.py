import jax
import jax.numpy as jnp
from flax import linen as nn

jax.config.update("jax_default_matmul_precision", "highest")  # want: JOL906 "several passes"


class Block(nn.Module):
    width: int

    @nn.compact
    def __call__(self, x):
        x = nn.Dense(self.width)(x)  # want: JOL906 "`nn.Dense` without `dtype=`"
        x = nn.Conv(self.width, (3,), use_bias=False)(x)  # want: JOL906
        return nn.Dense(self.width, dtype=jnp.bfloat16)(x)
