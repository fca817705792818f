"""Leave-one-out products.

``run(x)`` returns for every i the product of all entries of the 1-D float array x
but the i-th.  Entries may be negative or zero.
"""
import jax
import jax.numpy as jnp


@jax.jit
def run(x):
    return jnp.prod(x) / x


def inputs(key):
    return (jax.random.uniform(key, (6,), minval=0.5, maxval=1.5),)
