import jax
import jax.numpy as jnp


def inputs(key):
    k = jax.random.split(key, 3)
    return 0.4 * jax.random.normal(k[0], (9, 5, 9)), 0.4 * jax.random.normal(k[1], (9, 9)), jax.random.normal(k[2], (9,))


@jax.jit
def run(x, u, start):
    """States of a minimal gated cell over time; x is (time, batch, width)."""
    projected = jnp.einsum("tbi,ij->tbj", x, u)

    def cell(h, p):
        gate = jax.nn.sigmoid(p + h)
        fresh = jnp.tanh(p)
        h = fresh + gate * (h - fresh)
        return h, h

    return jax.lax.scan(cell, jnp.broadcast_to(start, x.shape[1:]), projected)[1]
