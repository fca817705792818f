# not executed: what is shown is how much it matters
"""Without a gradient nothing is lost that a step would need."""

import jax
import jax.numpy as jnp


def loss(params, x):
    return -jnp.mean(jnp.log(  # want: JOL505 (warning)
        # Stays where it is.
        jax.nn.softmax(x @ params)
    ))


def step(params, x):
    return params - 0.1 * jax.grad(loss)(params, x)


def shown(params, x):
    return -jnp.mean(jnp.log(  # want: JOL505 (info)
        # Stays where it is.
        jax.nn.softmax(x @ params)
    ))
