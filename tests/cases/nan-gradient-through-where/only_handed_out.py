"""What is no part of the value has no gradient, whatever is masked in it."""

import jax
import jax.numpy as jnp


def loss(params, x):
    y = x @ params
    norms = jnp.where(y > 0, jnp.sqrt(y), 0.0)
    notes = {"norm": jnp.mean(norms)}
    return jnp.sum(y**2), notes


def shorter(params, x):
    y = x @ params
    return jnp.sum(y**2), jnp.where(y > 0, jnp.log(y), 0.0)


def step(params, x):
    (value, notes), first = jax.value_and_grad(loss, has_aux=True)(params, x)
    second, more = jax.grad(shorter, has_aux=True)(params, x)
    return first + second, value, notes, more
