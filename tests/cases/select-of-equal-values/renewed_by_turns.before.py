# not executed: there is no fix
"""Two variables that conditions renew by turns: a line for each says of one of them that it stays."""

import jax.numpy as jnp


def moved(x, y, turned):
    x = jnp.where(turned == 0, x + 1, x)
    y = jnp.where(turned == 0, y, y)  # want: JOL867 (info) "between `y`"
    x = jnp.where(turned == 1, x, x)  # want: JOL867 (info) "between `x`"
    y = jnp.where(turned == 1, y - 1, y)
    return x, y


def stepped(params, moments, update, finite):
    params = params + update
    moments = jnp.where(finite, moments * 0.9 + update, moments)
    params = jnp.where(finite, params, params)  # want: JOL867 (warning) "between `params`"
    return params, moments
