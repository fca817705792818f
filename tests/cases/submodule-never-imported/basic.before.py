# not executed: there is no fix
"""Modules of JAX that are taken for granted."""

import jax
import jax.numpy as jnp


def norm(tree):
    flat, _ = jax.flatten_util.ravel_pytree(tree)  # want: JOL717 "`import jax` does not load it"
    return jnp.sqrt(jnp.sum(flat**2))


def distance(one, other):
    first, _ = jax.flatten_util.ravel_pytree(one)
    second, _ = jax.flatten_util.ravel_pytree(other)
    return jnp.sum((first - second) ** 2)


def wait():
    jax.experimental.multihost_utils.sync_global_devices("end")  # want: JOL717 "`jax.experimental.multihost_utils`"
