"""Each turn gives a pair, of which `jnp.array` makes one row."""

import jax
import jax.numpy as jnp


@jax.jit
def trace(xs: jax.Array):
    total = jnp.zeros(())
    seen = []
    for x in xs:  # want: JOL202 "`total`"
        total = jnp.tanh(total + jnp.sum(x))
        seen.append((total, jnp.max(x)))
    return jnp.array(seen)
