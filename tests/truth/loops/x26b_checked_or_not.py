"""Value and gradient where the gradient is checked, the value alone where it is not."""

from functools import partial

import jax.numpy as jnp
from jax import jacfwd, value_and_grad
from jax.flatten_util import ravel_pytree


def start(energy, model, params, check, forward):
    potential = partial(energy, model)
    if check:
        if forward:
            value = potential(params)
            slope = jacfwd(potential)(params)
        else:
            value, slope = value_and_grad(potential)(params)
        flat = ravel_pytree(slope)[0]
        valid = jnp.isfinite(value) & jnp.all(jnp.isfinite(flat))
    else:
        value = potential(params)
        valid = jnp.isfinite(value)
        slope = None
    return value, slope, valid
