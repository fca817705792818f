import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return ({"w": jax.random.normal(a, (3,)), "b": jax.random.normal(b, ())}, 0.0)


def run(params, decay):
    """Decayed parameters, as a new dictionary."""
    out = {}
    for name, value in params.items():
        out[name] = value - decay * value
    return out
