import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return ({"bias": jax.random.normal(a, (3,)), "kernel": jax.random.normal(b, (2, 3))},)


@jax.jit
def run(params):
    """L2 norm by parameter, in the order of the params."""
    return {name: jnp.sqrt(jnp.sum(p ** 2)) for name, p in params.items()}
