import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (8, 8)), 64)


def run(scores, window):
    """Weights of the last `window` places up to each one."""
    rows, cols = jnp.indices(scores.shape)
    seen = (cols <= rows) & (cols > rows - window)
    return jax.nn.softmax(jnp.where(seen, scores, -1e9), axis=-1)
