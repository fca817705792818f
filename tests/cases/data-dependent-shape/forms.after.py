# not executed: the originals raise at trace time
import jax
import jax.numpy as jnp
from jax.numpy import unique


@jax.jit
def positive_sum(x):
    return jnp.sum(x, where=x > 0)


@jax.jit
def cleared(x, y):
    bad = jnp.isnan(x) | (y < 0)
    return jnp.where(bad, 0.0, x), y[~bad]


def counts(x, labels):
    valid = jnp.nonzero(labels)[0]
    where = jnp.where(x > 0)
    return valid, where, unique(labels), jnp.repeat(x, labels)


counts_fast = jax.jit(counts)


@jax.jit
def through_a_scan(xs):
    def body(carry, x):
        return carry + jnp.argwhere(x > carry).shape[0], x

    return jax.lax.scan(body, 0, xs)
