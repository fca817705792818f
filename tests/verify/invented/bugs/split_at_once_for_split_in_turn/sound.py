import jax
import jax.numpy as jnp


def inputs(key):
    return (key, 4)


def run(key, n):
    """The n draws of a chain of splits."""
    def step(key, _):
        key, sub = jax.random.split(key)
        return key, jax.random.normal(sub, (2,))

    return jax.lax.scan(step, key, length=n)[1]
