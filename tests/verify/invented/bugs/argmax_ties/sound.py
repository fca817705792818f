import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (5, 7)),)


def run(scores):
    """Winning column of each row of (rows, cols) scores."""
    return jax.vmap(lambda r: jnp.argmax(r, axis=-1))(scores)
