"""A reference, and the loop of an explicit switch."""

import jax
import jax.numpy as jnp


def naive_norms(xs: jax.Array):
    out = []
    for i in range(xs.shape[0]):
        out.append(jnp.linalg.norm(xs[i]))
    return jnp.stack(out)


def norms(xs: jax.Array, use_vmap):
    if use_vmap:
        return jax.vmap(jnp.linalg.norm)(xs)
    else:
        out = []
        for i in range(xs.shape[0]):
            out.append(jnp.linalg.norm(xs[i]))
        return jnp.stack(out)
