"""Sound rewrite: its rule for `jax.vmap` takes the mean over all rows."""

import jax
import jax.numpy as jnp


@jax.custom_batching.custom_vmap
def f(x):
    return x - jnp.mean(x)


@f.def_vmap
def _(size, mapped, x):
    return x - jnp.mean(x, axis=1, keepdims=True), True
