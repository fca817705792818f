"""Newton's square root.

``run(a)`` for a > 0 iterates x = (x + a / x) / 2 from x = max(a, 1) until the
change |dx| of a step is <= 1e-3 * x or 30 steps are done; returns
(x, number of steps done).
"""
import jax
import jax.numpy as jnp


def run(a):
    x, n = jnp.maximum(a, 1.0), 0
    while n < 30:
        new = 0.5 * (x + a / x)
        dx = jnp.abs(new - x)
        x = new
        n += 1
        if dx <= 1e-3 * x:
            break
    return x, jnp.int32(n)


def inputs(key):
    return (jax.random.uniform(key, minval=2.0, maxval=20.0),)
