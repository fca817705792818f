"""The value is asked for on a way that nobody takes where the function is compiled."""

from functools import partial

import jax
import jax.numpy as jnp


def denoised(x, limit=None):
    moved = x * 0.9
    if limit is None:
        return moved
    return moved, float(jnp.max(moved)) < limit


fast = jax.jit(denoised)


def checked(x, check):
    if not check:
        return x
    worst = jnp.max(x)
    if bool(jax.device_get(worst) > 1):
        raise ValueError("too large")
    return x


compiled = jax.jit(partial(checked, check=False))


def guided(x, options=None):
    guide = options is not None and options["guide"]
    if guide:
        x = x * float(jnp.sum(x))
    return x


@jax.jit
def step(x):
    return guided(x) + 1


def of_all(x, weights):
    total = float(jnp.sum(jnp.ones(3)))
    return x * total, int(jnp.sum(weights))


rows = jax.vmap(of_all, in_axes=(0, None))
