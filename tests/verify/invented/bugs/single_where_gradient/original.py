import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.uniform(key, (6,), minval=0.1, maxval=2.0),)


def run(x):
    """Sum of the square roots of the positive entries, and its gradient."""
    def total(v):
        positive = v > 0
        return jnp.sum(jnp.where(positive, jnp.sqrt(jnp.where(positive, v, 1.0)), 0.0))
    return total(x), jax.grad(total)(x)
