"""Wrap angles to [-pi, pi).

``run(theta)`` adds the multiple of 2 pi that brings each angle into
[-pi, pi).  Angles of either sign, up to a few turns.
"""
import jax
import jax.numpy as jnp


@jax.jit
def run(theta):
    period = jnp.asarray(2 * jnp.pi, theta.dtype)
    return jax.lax.rem(theta + jnp.pi, period) - jnp.pi


def inputs(key):
    return (6.0 * jax.random.normal(key, (10,)),)
