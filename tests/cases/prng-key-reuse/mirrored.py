"""Pairs of draws that are each other's mirror image, so that their errors cancel."""

import jax
import jax.numpy as jnp


def estimate(key, f, n):
    up = f(jax.random.normal(key, (n,)))
    down = f(-jax.random.normal(key, (n,)))
    return jnp.mean(up + down) / 2


def integrate(key, f, n):
    low, high = jax.random.uniform(key, (n,)), 1 - jax.random.uniform(key, (n,))
    return jnp.mean(f(low) + f(high)) / 2
