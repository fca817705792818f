import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (10,)), jax.random.bernoulli(b, 0.7, (10,)).astype(jnp.float32)


def run(losses, valid):
    """Mean loss of the examples whose valid flag is one."""
    total, count = jnp.zeros((), losses.dtype), 0
    for loss, ok in zip(losses, valid.tolist()):
        if ok > 0:
            total, count = total + loss, count + 1
    return total / max(count, 1)
