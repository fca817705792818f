# not executed: no codemod writes it
"""A buffer that is fed back; a list of blocks that gets one more behind the loop."""

import jax
import jax.numpy as jnp


class Autoregressive:
    def sample(self, key, count):
        keys = jax.random.split(key, count)
        drawn = jnp.zeros((8, count))
        for i in range(count):  # want: JOL202 "carries `drawn`"
            drawn = drawn.at[..., i].set(self.conditional(drawn, keys[i])[..., i])
        return drawn


def blocks(key, rows, columns):
    full = rows // columns
    out = []
    for _ in range(full):  # want: JOL202 "carries `key`"
        key, draw = jax.random.split(key)
        q, _ = jnp.linalg.qr(jax.random.normal(draw, (columns, columns)))
        out.append(q)
    if rows > full * columns:
        out.append(jnp.eye(columns)[: rows - full * columns])
    return jnp.vstack(out)
