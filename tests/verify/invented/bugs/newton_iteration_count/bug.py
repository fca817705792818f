"""Newton's square root.

``run(a)`` for a > 0 iterates x = (x + a / x) / 2 from x = max(a, 1) until the
change |dx| of a step is <= 1e-3 * x or 30 steps are done; returns
(x, number of steps done).
"""
import jax
import jax.numpy as jnp


@jax.jit
def run(a):
    def step(s, _):
        x, done, n = s
        new = 0.5 * (x + a / x)
        small = jnp.abs(new - x) <= 1e-3 * new
        x = jnp.where(done, x, new)
        n = jnp.where(done | small, n, n + 1)
        return (x, done | small, n), None

    start = (jnp.maximum(a, 1.0), jnp.array(False), jnp.int32(0))
    (x, _, n), _ = jax.lax.scan(step, start, None, length=30)
    return x, n


def inputs(key):
    return (jax.random.uniform(key, minval=2.0, maxval=20.0),)
