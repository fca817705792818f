import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return ({"bias": jax.random.normal(a, (3,)), "kernel": jax.random.normal(b, (2, 3))},)


def run(params):
    """L2 norm by parameter, in the order of the params."""
    norm = jax.jit(lambda p: jnp.sqrt(jnp.sum(p ** 2)))
    return {name: norm(p) for name, p in params.items()}
