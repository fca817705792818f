# refused: policed: "under `jax.checkpoint` already"
import jax
import jax.numpy as jnp


def policed(ws, x):
    @jax.checkpoint
    def block(h, w):
        return jnp.tanh(h @ w), None

    return jax.lax.scan(block, x, ws)[0]
