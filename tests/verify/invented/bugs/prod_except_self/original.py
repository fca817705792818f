"""Leave-one-out products.

``run(x)`` returns for every i the product of all entries of the 1-D float array x
but the i-th.  Entries may be negative or zero.
"""
import jax
import jax.numpy as jnp


def run(x):
    return jnp.stack([jnp.prod(jnp.where(jnp.arange(x.shape[0]) == i, 1.0, x)) for i in range(x.shape[0])])


def inputs(key):
    return (jax.random.uniform(key, (6,), minval=0.5, maxval=1.5),)
