"""Wrap angles to [-pi, pi).

``run(theta)`` adds the multiple of 2 pi that brings each angle into
[-pi, pi).  Angles of either sign, up to a few turns.
"""
import jax
import jax.numpy as jnp


def run(theta):
    return (theta + jnp.pi) % (2 * jnp.pi) - jnp.pi


def inputs(key):
    return (6.0 * jax.random.normal(key, (10,)),)
