import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (64,)), jnp.float32(1024.0))


def run(grads, scale):
    """Unscale gradients; on overflow skip the step, say so and halve the loss scale."""
    finite = jnp.isfinite(grads).all()

    def report():
        jax.debug.print("overflow: step skipped, loss scale was {s}", s=scale)

    report()
    return jnp.where(finite, grads / scale, 0), jnp.where(finite, scale, scale / 2)
