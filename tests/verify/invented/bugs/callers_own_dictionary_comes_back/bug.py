import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return ({"w": jax.random.normal(a, (3,)), "b": jax.random.normal(b, ())}, 0.0)


def run(params, decay):
    """Decayed parameters, as a new dictionary."""
    if decay == 0:
        return params
    return {name: value - decay * value for name, value in params.items()}
