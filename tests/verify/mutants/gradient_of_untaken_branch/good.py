"""Sound rewrite: the gradient of the branch that is not taken is NaN."""

import jax
import jax.numpy as jnp


def f(x):
    return jnp.where(x < 50.0, jnp.exp(jnp.where(x < 50.0, x, 50.0)), 0.0)
