"""n-step returns.

``run(r, v, n, gamma)`` with r (T,) and v (T + 1,): G_t is the discounted sum of
the rewards r_t ... r_{t+m-1} plus gamma**m * v[t + m] with m = min(n, T - t),
so near the end the window gets shorter.  ``n`` >= 1 is a Python int.  Returns G (T,).
"""
import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, static_argnames="n")
def run(r, v, n=3, gamma=0.9):
    T = r.shape[0]
    t = jnp.arange(T)
    rp = jnp.pad(r, (0, n))
    end = jnp.minimum(t + n, T)
    g = gamma ** n * v[end]
    for j in range(n):
        g = g + gamma ** j * rp[j:j + T]
    return g


def inputs(key):
    a, b = jax.random.split(key)
    return jax.random.normal(a, (7,)), jax.random.normal(b, (8,)), 3, 0.9
