"""Something of the last turn, or the list itself, is used behind the loop."""

import jax
import jax.numpy as jnp


def last(xs: jax.Array):
    out = []
    for i in range(xs.shape[0]):
        row = jnp.sin(xs[i])
        out.append(row)
    return jnp.stack(out), row


def as_list(xs: jax.Array, store):
    out = []
    for i in range(xs.shape[0]):
        out.append(jnp.sin(xs[i]))
    store(out)
    return jnp.stack(out)


def early(xs: jax.Array):
    out = []
    for i in range(xs.shape[0]):
        if jnp.any(xs[i] > 3):
            break
        out.append(jnp.sin(xs[i]))
    return jnp.stack(out)


def sums_of_leaves(params):
    return jnp.sqrt(sum([jnp.vdot(g, g) for g in jax.tree.leaves(params)]))
