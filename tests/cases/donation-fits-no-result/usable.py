"""Donations that a result can take, or may."""

from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, donate_argnums=0)
def step(w, x):
    return w - 0.1 * jnp.mean(x), jnp.mean(x @ w)


@partial(jax.jit, donate_argnums=0)
def total(count, x):
    return count + jnp.sum(x)


@partial(jax.jit, donate_argnums=0)
def rows(x):
    return jnp.sum(x, axis=0)


@partial(jax.jit, donate_argnums=0)
def kept(params, dtype):
    return jax.tree.map(lambda p: p.astype(dtype), params)


@partial(jax.jit, donate_argnums=0)
def again(params):
    half = jax.tree.map(lambda p: p.astype(jnp.bfloat16), params)
    return half, params


@jax.jit
def plain(x):
    return jnp.sum(x @ x)


@partial(jax.jit, donate_argnums=0)
def short(x):
    return x.astype(jnp.bfloat16)


def main(x):
    return short(x.astype(jnp.bfloat16))
