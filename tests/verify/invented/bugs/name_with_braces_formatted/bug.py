import jax
import jax.numpy as jnp


def inputs(key):
    return "loss", jax.random.normal(key, (4, 4))


@jax.jit
def _count(values):
    return jnp.sum(values > 0)


def run(name, values):
    """Print and return the number of positive entries of a named metric."""
    count = int(_count(values))
    jax.debug.print(name + ": {}", count)
    jax.effects_barrier()
    return count
