import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (4,)),)


def run(point):
    """Gradient of the test function sum((x^2 - 1)^2) at the point."""
    return jax.grad(lambda z: jnp.sum((z**2 - 1) ** 2))(jnp.asarray(point))
