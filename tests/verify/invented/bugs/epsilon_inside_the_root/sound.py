import jax
import jax.numpy as jnp


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (8,)), 1.0 + jax.random.uniform(b, (8,))


@jax.jit
def run(mean, square):
    """The direction of an adaptive step."""
    return mean / (jnp.sqrt(square) + 1e-8)
