"""Sound rewrite: the gradient at zero is another one."""

import jax
import jax.numpy as jnp


def f(x):
    return jnp.where(jnp.isnan(x) | (x > 0), x, 0.0)
