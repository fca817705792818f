import jax.numpy as jnp

if jnp.finfo(jnp.float32).bits == 32:

    def huber(error, delta=1.0):
        size = jnp.abs(error)
        return jnp.where(size < delta, 0.5 * error**2, delta * (size - 0.5 * delta))
