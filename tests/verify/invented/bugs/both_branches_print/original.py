import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (64,)), jnp.float32(1024.0))


def run(grads, scale):
    """Unscale gradients; on overflow skip the step, say so and halve the loss scale."""

    def keep(g, s):
        return g / s, s

    def skip(g, s):
        jax.debug.print("overflow: step skipped, loss scale was {s}", s=s)
        return jnp.zeros_like(g), s / 2

    return jax.lax.cond(jnp.isfinite(grads).all(), keep, skip, grads, scale)
