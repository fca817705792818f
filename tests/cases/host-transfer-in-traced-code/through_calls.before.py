"""The value comes to the place that asks for it through calls, containers and constants."""

from functools import partial

import jax
import jax.numpy as jnp


def checked(x, check):
    if not check:
        return x
    return x * float(jnp.max(x))  # want: JOL401 "jitted at .*:15"


compiled = jax.jit(partial(checked, check=True))


def noted(parts):
    return int(parts["count"])  # want: JOL401 "jitted at .*:22, through `summed`"


@jax.jit
def summed(x):
    parts = {"count": jnp.sum(x > 0), "name": "x"}
    return noted(parts)
