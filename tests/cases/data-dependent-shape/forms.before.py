# not executed: the originals raise at trace time
import jax
import jax.numpy as jnp
from jax.numpy import unique


@jax.jit
def positive_sum(x):
    return jnp.sum(x[x > 0])  # want: JOL104 "the mask `x > 0` selects"


@jax.jit
def cleared(x, y):
    bad = jnp.isnan(x) | (y < 0)
    return x.at[bad].set(0.0), y[~bad]  # want: JOL104 JOL104


def counts(x, labels):
    valid = jnp.nonzero(labels)[0]  # want: JOL104 "how many results `nonzero` has"
    where = jnp.where(x > 0)  # want: JOL104 "`where`"
    return valid, where, unique(labels), jnp.repeat(x, labels)  # want: JOL104 JOL104


counts_fast = jax.jit(counts)


@jax.jit
def through_a_scan(xs):
    def body(carry, x):
        return carry + jnp.argwhere(x > carry).shape[0], x  # want: JOL104 "`argwhere`"

    return jax.lax.scan(body, 0, xs)
