"""Average episode return of those episodes that have finished.

``run(returns, finished)`` returns the mean of returns[finished]; it is 0.0 when
none has finished, also for arrays of length 0.
"""
import jax
import jax.numpy as jnp


@jax.jit
def run(returns, finished):
    return jnp.mean(returns, where=finished)


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (8,)), jax.random.bernoulli(b, 0.7, (8,)).at[0].set(True)
