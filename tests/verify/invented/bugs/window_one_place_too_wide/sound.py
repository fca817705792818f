import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (8, 8)), 64)


def run(scores, window):
    """Weights of the last `window` places up to each one."""
    n, m = scores.shape
    back = jnp.arange(n)[:, None] - jnp.arange(m)
    return jax.nn.softmax(jnp.where((back >= 0) & (back < window), scores, -1e9), axis=-1)
