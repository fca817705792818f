import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, static_argnames=("mode", "training"))
def stated(x, mode, training):
    if mode == "max" and training:
        return jnp.max(x)
    return x


@jax.jit
def maybe(x, mask):
    if mask is None:
        return x
    return jnp.where(mask, x, 0)


@jax.jit
def keyed(tree):
    return {k: (2 * v if k == "bias" else v) for k, v in tree.items()}


def by_value(x, mode, training):
    if training:
        return x
    return x if mode == "max" else -x


def use(x):
    return stated(x, "max", True), maybe(x, None), by_value(x, "max", False)
