import jax
import jax.numpy as jnp


def inputs(key):
    return jax.random.randint(key, (9,), 0, 100), 8


def run(pos, cell):
    """Grid cell of each integer coordinate."""
    return jax.vmap(lambda p: jax.lax.div(p, jnp.asarray(cell, p.dtype)))(pos)
