# not executed: the fix is for people
"""What is handed out and is a part of the value, too."""

import jax
import jax.numpy as jnp


def loss(params, x):
    y = x @ params
    norms = jnp.where(y > 0, jnp.sqrt(y), 0.0)  # want: JOL507 "is NaN where"
    total = jnp.sum(norms)
    return total + jnp.sum(y**2), {"norms": norms}


def step(params, x):
    return jax.value_and_grad(loss, has_aux=True)(params, x)
