import jax
import jax.numpy as jnp


def spread(x, y):
    return jnp.sqrt(jnp.sum((x - y) ** 2)) + jnp.sum(jnp.abs(x - y)) - jnp.max(x) * jnp.min(y)
