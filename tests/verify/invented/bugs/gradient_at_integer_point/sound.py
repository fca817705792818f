import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.normal(key, (4,)),)


def run(point):
    """Gradient of the test function sum((x^2 - 1)^2) at the point."""
    x = jnp.asarray(point, dtype=jnp.float32)
    value, pull = jax.vjp(lambda z: jnp.sum((z**2 - 1) ** 2), x)
    return pull(jnp.ones_like(value))[0]
