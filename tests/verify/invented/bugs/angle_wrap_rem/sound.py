"""Wrap angles to [-pi, pi).

``run(theta)`` adds the multiple of 2 pi that brings each angle into
[-pi, pi).  Angles of either sign, up to a few turns.
"""
import jax
import jax.numpy as jnp


@jax.jit
def run(theta):
    turns = jnp.floor((theta + jnp.pi) / (2 * jnp.pi))
    return theta - 2 * jnp.pi * turns


def inputs(key):
    return (6.0 * jax.random.normal(key, (10,)),)
