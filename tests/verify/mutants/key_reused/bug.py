"""Rewrite with a bug: the split of a key is lost, so every step draws the same noise.

Caught by: value, f64
"""

import jax


@jax.jit
def f(x, key):
    key, sub = jax.random.split(key)

    def step(x, _):
        return x + jax.random.normal(sub, x.shape), None

    return jax.lax.scan(step, x, None, length=4)[0]
