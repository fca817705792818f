import jax
import jax.numpy as jnp


def inputs(key):
    k1, k2 = jax.random.split(key)
    return jax.random.normal(k1, (12,)), jax.random.uniform(k2, (12,), minval=0.5)


def run(losses, weights):
    """Weighted mean of the losses, 0 if no weight is positive."""
    total = jnp.sum(weights)
    safe = jnp.where(total > 0, total, 1.0)
    return jnp.where(total > 0, jnp.sum(losses * weights) / safe, 0.0)
