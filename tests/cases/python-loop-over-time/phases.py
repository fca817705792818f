"""One turn is different from the others, and something is stored."""

import jax
import jax.numpy as jnp


class Embedding:
    def fit(self, p: jax.Array, y: jax.Array, n):
        for t in range(n):
            if t == 20:
                p = p / 4.0
            y = y - 0.1 * p[t] @ y
            if t == n - 1:
                self.divergence = jnp.sum(p * y)
        return y
