# not executed: needs Flax.
import flax.linen as nn
import jax.numpy as jnp


class Policy(nn.Module):
    actions: int

    @nn.compact
    def __call__(self, x):
        x = nn.Dense(self.actions)(x)
        return jnp.log(nn.softmax(x))  # want: JOL505
