import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.uniform(key, (6,), minval=0.1, maxval=2.0),)


def _total(v):
    return jnp.sum(jnp.where(v > 0, jnp.sqrt(v), 0.0))


@jax.jit
def run(x):
    """Sum of the square roots of the positive entries, and its gradient."""
    return jax.value_and_grad(_total)(x)
