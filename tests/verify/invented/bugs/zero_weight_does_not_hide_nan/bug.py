import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (10,)), jax.random.bernoulli(b, 0.7, (10,)).astype(jnp.float32)


@jax.jit
def run(losses, valid):
    """Mean loss of the examples whose valid flag is one."""
    return jnp.sum(losses * valid) / jnp.maximum(jnp.sum(valid), 1)
