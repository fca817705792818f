"""Integers that fit, that are counted from each other first, or that JAX refuses of Python."""

import jax.numpy as jnp
import numpy as np

START = np.int64(1_700_000_000_000_000_000)


def stamps(count):
    return START + np.cumsum(np.random.default_rng(1).integers(1, 9, size=count))


def main(others):
    since = jnp.asarray(stamps(8) - START)
    small = jnp.asarray(np.arange(8) + 2_000_000_000)
    apart = jnp.asarray(START - others)
    words = jnp.asarray(np.array([4_000_000_000], dtype=np.uint32))
    seconds = jnp.asarray(stamps(8) / 1e9)
    moved = jnp.asarray(START + others)
    return since, small, apart, words, seconds, moved
