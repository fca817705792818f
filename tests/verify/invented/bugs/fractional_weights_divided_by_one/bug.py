import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return jax.random.normal(k1, (12,)), jax.random.uniform(k2, (12,), minval=0.5)


@jax.jit
def run(losses, weights):
    """Weighted mean of the losses, 0 if no weight is positive."""
    return jnp.sum(losses * weights) / jnp.maximum(jnp.sum(weights), 1.0)
