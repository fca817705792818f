import jax
import jax.numpy as jnp


def inputs(key):
    return jnp.float32(0.3) + 0.1 * jax.random.uniform(key), 2.5


def run(x, rate):
    """The logistic map after eight steps."""
    x, rate = jnp.broadcast_arrays(jnp.asarray(x, jnp.float32), jnp.asarray(rate, jnp.float32))
    return jax.lax.fori_loop(0, 8, lambda i, v: rate * v * (1.0 - v), x)
