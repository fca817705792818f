"""The count is 1 unless somebody says otherwise."""

import flax.linen as nn
import jax
import jax.numpy as jnp


class SpectralNorm(nn.Module):
    n_steps: int = 1

    def normalise(self, w: jax.Array, u0):
        for _ in range(self.n_steps):
            v0 = jnp.tanh(w.T @ u0)
            u0 = jnp.tanh(w @ v0)
        return u0 @ w @ v0


@jax.jit
def sinkhorn(x: jax.Array, iterations=5):
    for _ in range(iterations):
        x = x / jnp.sum(x, axis=0)
        x = x / jnp.sum(x, axis=1)[:, None]
    return x
