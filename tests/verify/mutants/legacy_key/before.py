"""Original: a typed key becomes a legacy one."""

import jax


# jaxopt-lint: verify(key)
def f(key):
    return jax.random.split(key)
