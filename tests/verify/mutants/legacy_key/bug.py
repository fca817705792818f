"""Rewrite with a bug: a typed key becomes a legacy one.

Caught by: dtype
"""

import jax


def f(key):
    return jax.random.key_data(jax.random.split(key))
