"""Each turn gives a list or a tuple, of which `jnp.array` makes one array."""

import jax
import jax.numpy as jnp


def pairs(xs: jax.Array):
    return jnp.array([(jnp.sum(x), jnp.max(x)) for x in xs])  # want: JOL201 "jnp.array"


def tables(xs: jax.Array, scales):
    return jnp.array([[jnp.sum(s * x) for s in scales] for x in xs])  # want: JOL201 "jnp.array"


def product(a: jax.Array, weights):
    rows = []
    for i in range(a.shape[0]):  # want: JOL201 "`rows`"
        row = []
        for w in weights:
            row.append(jnp.dot(a[i], w))
        rows.append(row)
    return jnp.array(rows)
