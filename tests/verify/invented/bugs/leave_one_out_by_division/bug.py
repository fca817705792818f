import jax
import jax.numpy as jnp


def inputs(key):
    return (jax.random.uniform(key, (9,), minval=0.5, maxval=1.5),)


def run(factors):
    """For each factor the product of all the others."""
    n = factors.shape[0]
    return jnp.broadcast_to(jnp.prod(factors), (n,)) / factors
