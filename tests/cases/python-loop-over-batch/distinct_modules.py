"""Each row goes through a module of its own."""

import jax
import jax.numpy as jnp


class Decoder:
    def __call__(self, x: jax.Array, n):
        out = []
        for i in range(n):
            out.append(self.heads[i](x[:, i]))
        return jnp.stack(out, axis=1)
