"""Everything that is renewed is donated."""

from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, donate_argnames=("params",))
def by_name(params, x):
    grads = jax.grad(lambda p: jnp.mean(x @ p))(params)
    return params - 0.1 * grads


@partial(jax.jit, donate_argnums=0)
def by_number(params, x):
    grads = jax.grad(lambda p: jnp.mean(x @ p))(params)
    return params - 0.1 * grads


OPTIONS = {"donate_argnums": (0,)}


@partial(jax.jit, **OPTIONS)
def by_options(params, x):
    grads = jax.grad(lambda p: jnp.mean(x @ p))(params)
    return params - 0.1 * grads
