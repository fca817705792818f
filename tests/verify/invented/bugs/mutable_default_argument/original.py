import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (5,)),)


def run(x, history=None):
    """Append the norm to a history of norms and return it."""
    if history is None:
        history = []
    history.append(jnp.linalg.norm(x))
    return history
