import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return ({"bias": jax.random.normal(a, (3,)), "kernel": jax.random.normal(b, (2, 3))},)


def run(params):
    """L2 norm by parameter, in the order of the params."""
    out = {}
    for name in params:
        out[name] = jnp.sqrt(jnp.sum(params[name] ** 2))
    return out
