"""Conditions on what is the same for all, cheap branches, and maps that keep the condition."""

import jax
import jax.numpy as jnp


def refine(x):
    return jax.lax.fori_loop(0, 500, lambda _, z: jnp.cos(z), x)


def estimate(x, rough):
    return jax.lax.cond(rough, refine, jnp.sin, x)


def cheap(x, flag):
    return jax.lax.cond(flag, jnp.cos, jnp.sin, x)


same_for_all = jax.vmap(estimate, in_axes=(0, None))
cheap_for_each = jax.vmap(cheap)


def one_by_one(xs, flags):
    return jax.lax.map(lambda pair: estimate(*pair), (xs, flags))
