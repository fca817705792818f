import jax
import jax.numpy as jnp


def inputs(key):
    return jax.random.uniform(key, (5,)), 2.0


from functools import partial


@partial(jax.jit, static_argnames="p")
def run(x, p):
    """Generalised mean."""
    return jnp.mean(x ** p) ** (1.0 / p)
