"""Sound rewrite: a typed key becomes a legacy one."""

import jax


def f(key):
    return jax.random.split(key, 2)
