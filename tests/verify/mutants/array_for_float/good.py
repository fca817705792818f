"""Sound rewrite: a Python float becomes a device array."""

import jax.numpy as jnp


def f(x):
    return {"loss": jnp.mean(x**2).item(), "x": x}
