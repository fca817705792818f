# not executed: nothing is rewritten
"""A check raises at once where values are known; the compiler drops it where nothing uses it."""

import equinox as eqx
import jax
import jax.numpy as jnp


class Banded(eqx.Module):
    rows: jax.Array

    def __check_init__(self):
        eqx.error_if(self.rows, self.rows[0] != 0, "first row")  # want: JOL806 (info) "checks nothing in compiled code"


@jax.jit
def root(x):
    eqx.error_if(x, x < 0, "negative")  # want: JOL806 (warning) "nothing but give a result"
    return jnp.sqrt(x)
