"""Both programs run once, so that they are compiled before they are measured."""

import jax
import jax.numpy as jnp


def loss(params):
    return jnp.sum(params**2)


def warm_up(params):
    _ = loss(params)
    _ = jax.grad(loss)(params)


def warm_up_without_names(params):
    loss(params)
    jax.grad(loss)(params)
