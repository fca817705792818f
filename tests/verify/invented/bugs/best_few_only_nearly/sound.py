import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (6, 40)),)


def run(scores):
    """The four best scores of each row and where they are."""
    values, places = jax.vmap(lambda row: jax.lax.top_k(row, 4))(scores)
    return [values, places]
