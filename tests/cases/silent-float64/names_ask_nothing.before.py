# not executed: nothing is rewritten
import jax.numpy as jnp


def zeros(size_64):
    if size_64:
        return jnp.zeros(64, jnp.float64)  # want: JOL905
    return jnp.zeros(3)
